import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";

import { ErrorNotice } from "@/components/ErrorNotice";
import { Waiting } from "@/components/Waiting";
import { readDocumentSearch } from "@/features/document/documentSearch";
import { readCompareSearch } from "@/features/evaluation/comparison/compareSearch";
import { readEvaluationSearch } from "@/features/evaluation/evaluationSearch";
import { readExperimentSearch } from "@/features/evaluation/experiments/experimentSearch";
import { readLaboratorySearch } from "@/features/laboratory/laboratorySearch";
import { readLibrarySearch } from "@/features/library/librarySearch";
import { readMapSearch } from "@/features/map/mapSearch";
import { readLabSearch } from "@/features/search/labSearch";

import { NotFound } from "./NotFound";
import { Shell } from "./Shell";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const library = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => import("@/features/library/LibraryScreen"), "LibraryScreen"),
});

const document = createRoute({
  getParentRoute: () => root,
  path: "/documents/$id",
  validateSearch: readDocumentSearch,
  component: lazyRouteComponent(
    () => import("@/features/document/DocumentScreen"),
    "DocumentScreen",
  ),
});

const search = createRoute({
  getParentRoute: () => root,
  path: "/search",
  validateSearch: readLabSearch,
  component: lazyRouteComponent(() => import("@/features/search/SearchScreen"), "SearchScreen"),
});

const laboratory = createRoute({
  getParentRoute: () => root,
  path: "/laboratory",
  validateSearch: readLaboratorySearch,
  component: lazyRouteComponent(
    () => import("@/features/laboratory/LaboratoryScreen"),
    "LaboratoryScreen",
  ),
});

const evaluation = createRoute({
  getParentRoute: () => root,
  path: "/evaluation",
  validateSearch: readEvaluationSearch,
  component: lazyRouteComponent(
    () => import("@/features/evaluation/EvaluationScreen"),
    "EvaluationScreen",
  ),
});

const comparison = createRoute({
  getParentRoute: () => root,
  path: "/evaluation/compare",
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(
    () => import("@/features/evaluation/comparison/CompareScreen"),
    "CompareScreen",
  ),
});

const calibration = createRoute({
  getParentRoute: () => root,
  path: "/evaluation/calibration",
  component: lazyRouteComponent(
    () => import("@/features/evaluation/calibration/CalibrationScreen"),
    "CalibrationScreen",
  ),
});

const experiments = createRoute({
  getParentRoute: () => root,
  path: "/evaluation/experiments",
  validateSearch: readExperimentSearch,
  component: lazyRouteComponent(
    () => import("@/features/evaluation/experiments/ExperimentsScreen"),
    "ExperimentsScreen",
  ),
});

const map = createRoute({
  getParentRoute: () => root,
  path: "/map",
  validateSearch: readMapSearch,
  component: lazyRouteComponent(() => import("@/features/map/MapScreen"), "MapScreen"),
});

const system = createRoute({
  getParentRoute: () => root,
  path: "/system",
  component: lazyRouteComponent(() => import("@/features/system/SystemScreen"), "SystemScreen"),
});

const guideIndex = createRoute({
  getParentRoute: () => root,
  path: "/guide",
  component: lazyRouteComponent(() => import("@/features/guide/GuideIndex"), "GuideIndex"),
});

const guide = createRoute({
  getParentRoute: () => root,
  path: "/guide/$page",
  component: lazyRouteComponent(() => import("@/features/guide/GuideScreen"), "GuideScreen"),
});

export const routeTree = root.addChildren([
  library,
  document,
  laboratory,
  search,
  evaluation,
  comparison,
  calibration,
  experiments,
  map,
  system,
  guideIndex,
  guide,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultPendingMs: 300,
  defaultPendingComponent: () => <Waiting lines={8} />,
  defaultErrorComponent: ({ error, reset }) => <ErrorNotice error={error} onRetry={reset} />,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
