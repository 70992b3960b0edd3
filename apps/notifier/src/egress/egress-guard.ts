import { isIP } from 'node:net';
import { type AddressJudge, addressJudge } from './address-judge';
import type { HostResolver, ResolvedAddress } from './host-resolver';
import { RefusedAddress } from './refused-address';
import { bareHost, judgeUrl } from './url-rules';

/** How long saving a webhook waits for DNS; every attempt judges the answers again. */
const SAVE_LOOKUP_MS = 3_000;
const MUST_BE_PUBLIC = 'url must lead to a public address';

/** Why something may not be connected to. */
export interface Refusal {
  readonly error: 'refused_url' | 'refused_address';
  readonly reason: string;
}

export interface EgressRules {
  readonly allowHttp: boolean;
  /** CIDRs that may be reached although they are not public. */
  readonly allowCidrs: readonly string[];
}

/**
 * The one place that decides where a webhook may connect: asked when it is saved, and for every attempt (delivery, retry,
 * test, redelivery) for the URL, for each DNS answer, and for the peer of the connected socket.
 */
export class EgressGuard {
  private readonly refuse: AddressJudge;
  private readonly allowHttp: boolean;

  constructor(
    rules: EgressRules,
    private readonly resolver: HostResolver,
  ) {
    this.refuse = addressJudge(rules.allowCidrs);
    this.allowHttp = rules.allowHttp;
  }

  /** Why the URL itself is refused (its rules, a literal address), else null. No question is asked. */
  checkUrl(text: string): Refusal | null {
    const judged = judgeUrl(text, this.allowHttp);
    if (!judged.ok) return { error: 'refused_url', reason: judged.reason };
    const host = bareHost(judged.url.hostname);
    const reason = isIP(host) ? this.checkAddress(host) : null;
    return reason === null ? null : { error: 'refused_address', reason };
  }

  /** Why the address is refused, else null. */
  checkAddress(address: string): string | null {
    const reason = this.refuse(address);
    return reason && `${MUST_BE_PUBLIC}: ${reason}`;
  }

  /**
   * For saving: `checkUrl`, then every address the name has now. A name that does not resolve (yet) may be saved: each
   * attempt is judged anew.
   */
  async checkForSaving(text: string): Promise<string | null> {
    const refusal = this.checkUrl(text);
    if (refusal) return refusal.reason;
    const host = bareHost(new URL(text).hostname);
    if (isIP(host)) return null;
    return bounded(
      this.resolve(host).then(
        () => null,
        (error: unknown) => (error instanceof RefusedAddress ? error.message : null),
      ),
    );
  }

  /**
   * All addresses of a name, each judged: one bad answer refuses all, because the socket may pick any. The refusal does not
   * say which: who may make webhooks need not learn the addresses behind the names of our network.
   * @throws RefusedAddress, or what the resolver rejects with.
   */
  async resolve(hostname: string): Promise<readonly ResolvedAddress[]> {
    const answers = await this.resolver.resolve(hostname);
    if (answers.some(({ address }) => this.checkAddress(address) !== null))
      throw new RefusedAddress(`${MUST_BE_PUBLIC}: ${hostname} has one that is not`);
    return answers;
  }
}

function bounded(answer: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SAVE_LOOKUP_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
