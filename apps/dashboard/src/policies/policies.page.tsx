import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function PoliciesPage() {
  return <Page title="Policies">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/policies')({ component: PoliciesPage });
