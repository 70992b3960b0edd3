import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  parseSearchWith,
  redirect,
} from '@tanstack/react-router';
import { agentsSearch } from './agents/agents.search';
import { asWritten, only } from './api/from-address';
import { queries } from './api/queries';
import { ShownOnceDialog } from './components/shown-once.dialog';
import { eventsSearch } from './events/events.search';
import { issuesSearch } from './issues/issues.search';
import { policySearch } from './policies/policy.search';
import { auditSearch } from './settings/audit/audit.search';
import { firstSection } from './settings/sections';
import { webhookSearch } from './settings/webhooks/webhook.search';
import { FailedFrame, FailedPage } from './shell/failed-page';
import { MissingPage } from './shell/missing-page';
import { Shell } from './shell/shell';
import { knowSession, sessionNow, sessionOptions } from './session/session';
import { signInSearch } from './session/sign-in.search';
import { startSearch } from './start/start.search';

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ShownOnceDialog />
    </>
  ),
});

/** Who is signed in is not asked for a token: they may have signed in in another tab, or come by a link that they kept. */
async function leadOn({ search: { next } }: { search: ReturnType<typeof signInSearch> }) {
  const session = await sessionNow();
  if (session === null) return;
  knowSession(session);
  // The router takes what is thrown for where to go.
  throw redirect({ href: next ?? '/', replace: true });
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: only(signInSearch),
  beforeLoad: leadOn,
  errorComponent: FailedFrame,
}).lazy(() => import('./session/sign-in.page').then(({ page }) => page));

/** Everything else is for who is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  errorComponent: FailedFrame,
  beforeLoad: async ({ location }) => {
    if ((await queries.ensureQueryData(sessionOptions)) !== null) return;
    const next = location.href === '/' ? undefined : location.href;
    // The router takes what is thrown for where to go.
    throw redirect({ to: '/sign-in', search: next ? { next } : {} });
  },
});

/** A page of who is signed in. The address of each must be among the paths at which the gateway answers with the dashboard. */
const at = <const P extends string>(path: P) => ({ getParentRoute: () => signedIn, path });

/**
 * Refuses what cannot be the id of such a thing: the API has words of its own where ids stand, such as in `/v1/issues/export`.
 * @throws what the router takes for what is not there, in place of the page or of what `where` names
 */
function mustBe(noun: string, id: string, where?: Parameters<typeof notFound>[0]): void {
  if (!id.startsWith(`${noun}_`)) throw notFound(where);
}

const overview = createRoute(at('/')).lazy(() =>
  import('./overview/overview.page').then(({ page }) => page),
);
const start = createRoute({ ...at('/start'), validateSearch: only(startSearch) }).lazy(() =>
  import('./start/start.page').then(({ page }) => page),
);
const issues = createRoute({ ...at('/issues'), validateSearch: only(issuesSearch) }).lazy(() =>
  import('./issues/issues.page').then(({ page }) => page),
);
const issue = createRoute({
  ...at('/issues/$issueId'),
  beforeLoad: ({ params }) => mustBe('issue', params.issueId),
}).lazy(() => import('./issue/issue.page').then(({ page }) => page));
const policies = createRoute(at('/policies')).lazy(() =>
  import('./policies/policies.page').then(({ page }) => page),
);
const newPolicy = createRoute(at('/policies/new')).lazy(() =>
  import('./policies/new-policy.page').then(({ page }) => page),
);
const policy = createRoute({
  ...at('/policies/$policyId'),
  beforeLoad: ({ params }) => mustBe('policy', params.policyId),
  validateSearch: only(policySearch),
}).lazy(() => import('./policies/policy.page').then(({ page }) => page));
const agents = createRoute({ ...at('/agents'), validateSearch: only(agentsSearch) }).lazy(() =>
  import('./agents/agents.page').then(({ page }) => page),
);
const agent = createRoute({
  ...at('/agents/$agentId'),
  beforeLoad: ({ params }) => mustBe('agent', params.agentId),
}).lazy(() => import('./agents/agent.page').then(({ page }) => page));
const events = createRoute({ ...at('/events'), validateSearch: only(eventsSearch) }).lazy(() =>
  import('./events/events.page').then(({ page }) => page),
);
const event = createRoute({
  ...{ getParentRoute: () => events, path: '/$eventId' },
  beforeLoad: ({ params }) => {
    // In place of the list as well.
    mustBe('event', params.eventId, { routeId: '/signed-in/events' });
  },
}).lazy(() => import('./events/event.page').then(({ page }) => page));
const settings = createRoute({
  ...at('/settings'),
  beforeLoad: () => {
    throw redirect({ to: firstSection() });
  },
});
const tokens = createRoute(at('/settings/tokens')).lazy(() =>
  import('./settings/tokens/tokens.page').then(({ page }) => page),
);
const webhooks = createRoute(at('/settings/webhooks')).lazy(() =>
  import('./settings/webhooks/webhooks.page').then(({ page }) => page),
);
const webhook = createRoute({
  ...at('/settings/webhooks/$webhookId'),
  validateSearch: only(webhookSearch),
}).lazy(() => import('./settings/webhooks/webhook.page').then(({ page }) => page));
const audit = createRoute({ ...at('/settings/audit'), validateSearch: only(auditSearch) }).lazy(
  () => import('./settings/audit/audit.page').then(({ page }) => page),
);
const about = createRoute(at('/settings/about')).lazy(() =>
  import('./settings/about.page').then(({ page }) => page),
);

/** Whatever else is asked for: in the frame of all pages, by which to go on. */
const missing = createRoute({ ...at('/$'), component: MissingPage });

const pages = root.addChildren([
  signIn,
  signedIn.addChildren([
    ...[overview, start, issues, issue, policies, newPolicy, policy, agents, agent],
    events.addChildren([event]),
    ...[settings, tokens, webhooks, webhook, audit, about, missing],
  ]),
]);

export const router = createRouter({
  routeTree: pages,
  parseSearch: parseSearchWith(asWritten),
  defaultPreload: 'intent',
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: MissingPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
