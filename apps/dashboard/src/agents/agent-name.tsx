import { useInViewport } from '@mantine/hooks';
import { PlainText } from '../components/plain-text';
import { useKnownAgent } from './use-known-agent';

/** What an agent is called; its id until that is known. Who is out of sight is not asked for: lists may be long. */
export function AgentName({ agentId }: { readonly agentId: string }) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const agent = useKnownAgent(inViewport ? agentId : undefined);
  return (
    <span ref={ref}>
      <PlainText>{agent?.hostname ?? agentId}</PlainText>
    </span>
  );
}
