import { Anchor, Group, Typography } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";

import { EmptyState } from "@/components/EmptyState";
import { Screen } from "@/components/Screen";
import { Waiting } from "@/components/Waiting";

import { guidePages, guides, headingAnchor } from "./guidePages";
import classes from "./GuideScreen.module.css";

function plainText(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(plainText).join("");
  if (typeof node === "object" && node !== null && "props" in node)
    return plainText((node.props as { children?: ReactNode }).children);
  return "";
}

function GuideText({ markdown, hash }: { markdown: string; hash: string }) {
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [hash, markdown]);
  return (
    <Typography maw="46rem" fz="md" className={classes.guide}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        components={{
          h1: ({ children }) => <h2>{children}</h2>,
          h2: ({ children }) => <h2 id={headingAnchor(plainText(children))}>{children}</h2>,
          h3: ({ children }) => <h3 id={headingAnchor(plainText(children))}>{children}</h3>,
          h4: ({ children }) => <h4 id={headingAnchor(plainText(children))}>{children}</h4>,
          // Scrollable by keyboard where a line is longer than the window.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
          a: ({ href = "", children }) => {
            if (href.startsWith("#")) {
              return (
                <Link to="." hash={href.slice(1)}>
                  {children}
                </Link>
              );
            }
            const page = /^(?:\.\/)?([\w-]+)\.md(?:#(.*))?$/.exec(href);
            if (!page)
              return (
                <a href={href} rel="noreferrer">
                  {children}
                </a>
              );
            return (
              <Link to="/guide/$page" params={{ page: page[1] ?? "" }} hash={page[2]}>
                {children}
              </Link>
            );
          },
        }}
      >
        {markdown}
      </Markdown>
    </Typography>
  );
}

/** The guide of `docs/`, read inside the studio. */
export function GuideScreen() {
  const { page } = useParams({ from: "/guide/$page" });
  const hash = useLocation({ select: (location) => location.hash });
  const load = guidePages.get(page);
  const { data, isPending } = useQuery({
    queryKey: ["guide", page],
    queryFn: () => load?.() ?? null,
    staleTime: Infinity,
  });
  return (
    <Screen title={guides.find(({ name }) => name === page)?.title ?? "Guide"} heading="Guide">
      <Group component="nav" aria-label="Guide pages" gap="md">
        {guides.map(({ name, title }) => (
          <Anchor
            key={name}
            fz="sm"
            fw={name === page ? 600 : undefined}
            renderRoot={(props) => <Link to="/guide/$page" params={{ page: name }} {...props} />}
          >
            {title}
          </Anchor>
        ))}
      </Group>
      {isPending && <Waiting lines={10} />}
      {data && <GuideText markdown={data} hash={hash} />}
      {data === null && (
        <EmptyState title="This page of the guide is not part of this build">
          The guide is the folder docs/ of the repository.
        </EmptyState>
      )}
    </Screen>
  );
}
