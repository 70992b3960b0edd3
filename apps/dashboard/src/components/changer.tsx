import { useQuery } from '@tanstack/react-query';
import { listTokensOptions } from '../api/generated/@tanstack/react-query.gen';
import { PageLink } from './page-link';
import { PlainText } from './plain-text';
import { sessionOptions, useMay } from '../session/session';

/** Who changed something: the id of a token, or of a policy. */
export function Changer({ id }: { readonly id: string }) {
  return id.startsWith('policy_') ? <ByPolicy id={id} /> : <ByToken id={id} />;
}

const ByPolicy = ({ id }: { readonly id: string }) => (
  <PageLink to="/policies/$policyId" params={{ policyId: id }}>
    a policy
  </PageLink>
);

/** A token by its name, where that may be known. */
function ByToken({ id }: { readonly id: string }) {
  const may = useMay('tokens:read');
  const { data: session } = useQuery(sessionOptions);
  const isOwn = session?.token.id === id;
  const tokens = useQuery({ ...listTokensOptions(), enabled: may && !isOwn });
  if (isOwn) return 'you';
  const name = tokens.data?.data.find((token) => token.id === id)?.name;
  return <PlainText>{name ?? id}</PlainText>;
}
