import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function PolicyPage() {
  return <Page title="Policy">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/policies/$policyId')({ component: PolicyPage });
