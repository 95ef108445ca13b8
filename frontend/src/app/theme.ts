import {
  Badge,
  Button,
  createTheme,
  type CSSVariablesResolver,
  Modal,
  type MantineColorsTuple,
  NumberInput,
  Pagination,
  Paper,
  SegmentedControl,
  Select,
  Table,
  Tabs,
  Textarea,
  TextInput,
  Tooltip,
} from "@mantine/core";

/** The one accent. Everything else that is coloured is data. */
const signal: MantineColorsTuple = [
  "#eef3ff",
  "#dbe5fd",
  "#b6c9f7",
  "#9fb8f5",
  "#8fadf5",
  "#4f78e0",
  "#3561d3",
  "#2450bf",
  "#1c419e",
  "#15327b",
];

/** Cool greys for the dark scheme: text, borders, controls, surfaces. */
const dark: MantineColorsTuple = [
  "#dde2e8",
  "#b8c0ca",
  "#98a2ae",
  "#6b7581",
  "#373e47",
  "#2b3138",
  "#20252b",
  "#1a1e23",
  "#14171b",
  "#0e1114",
];

const small = { defaultProps: { size: "xs" } };

export const theme = createTheme({
  colors: { signal, dark },
  primaryColor: "signal",
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  defaultRadius: 3,
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  headings: {
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "18px", lineHeight: "1.3" },
      h2: { fontSize: "15px", lineHeight: "1.35" },
      h3: { fontSize: "13px", lineHeight: "1.4" },
    },
  },
  spacing: { xs: "6px", sm: "10px", md: "14px", lg: "20px", xl: "28px" },
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { size: "sm", variant: "light", tt: "none", fw: 500 } }),
    Button: Button.extend(small),
    Modal: Modal.extend({
      defaultProps: {
        size: "lg",
        transitionProps: { duration: 0 },
        closeButtonProps: { "aria-label": "Close" },
        // A dialog's heading is no banner of the page.
        attributes: { header: { role: "presentation" } },
      },
      styles: { header: { background: "inherit" } },
    }),
    NumberInput: NumberInput.extend(small),
    Pagination: Pagination.extend(small),
    Paper: Paper.extend({ defaultProps: { withBorder: true, p: "md" } }),
    SegmentedControl: SegmentedControl.extend(small),
    Select: Select.extend({
      defaultProps: { size: "xs", comboboxProps: { transitionProps: { duration: 0 } } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 5, horizontalSpacing: 8, fz: "sm" } }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    TextInput: TextInput.extend(small),
    Textarea: Textarea.extend(small),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 250, withArrow: false, multiline: true, maw: 360, fz: "xs" },
    }),
  },
});

/** Mantine's own dimmed grey is too faint for small text; these pass 4.5:1 on both surfaces. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#fbfbfa",
    "--mantine-color-text": "#1b1f24",
    "--mantine-color-dimmed": "#5a636e",
    "--mantine-color-placeholder": "#6a727c",
    "--mantine-color-error": "#b42318",
    "--mantine-color-default-border": "#d5d9de",
    "--studio-surface": "#ffffff",
    "--studio-sunken": "#f1f2f3",
    "--studio-line": "#e1e4e8",
    "--studio-good": "#1a6b3c",
    "--studio-warn": "#8a5300",
    "--studio-bad": "#b42318",
    "--studio-accent": "#2450bf",
    "--studio-accent-soft": "#e6edfc",
  },
  dark: {
    "--mantine-color-body": "#14171b",
    "--mantine-color-text": "#dde2e8",
    "--mantine-color-dimmed": "#9aa4b0",
    "--mantine-color-placeholder": "#8a94a0",
    "--mantine-color-error": "#ff8f85",
    "--mantine-color-default-border": "#373e47",
    "--mantine-color-anchor": "#8fadf5",
    "--mantine-color-signal-text": "#8fadf5",
    "--mantine-color-signal-light-color": "#9fb8f5",
    "--studio-surface": "#1a1e23",
    "--studio-sunken": "#22272e",
    "--studio-line": "#2b3138",
    "--studio-good": "#6fcf97",
    "--studio-warn": "#e5b567",
    "--studio-bad": "#ff8f85",
    "--studio-accent": "#8fadf5",
    "--studio-accent-soft": "#24304a",
  },
});
