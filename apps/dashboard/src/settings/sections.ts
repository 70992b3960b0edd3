import { may, type Permission } from '../session/session';

interface Section {
  readonly to: '/settings/tokens' | '/settings/webhooks' | '/settings/audit' | '/settings/about';
  readonly label: string;
  /** What a token must be allowed to do there; null: nothing. */
  readonly needs: Permission | null;
}

const ABOUT: Section = { to: '/settings/about', label: 'About', needs: null };

export const SECTIONS: readonly Section[] = [
  { to: '/settings/tokens', label: 'API Tokens', needs: 'tokens:read' },
  { to: '/settings/webhooks', label: 'Webhooks', needs: 'webhooks:read' },
  { to: '/settings/audit', label: 'Audit', needs: 'admin' },
  ABOUT,
];

/** Where the settings begin for who is signed in: nobody is led to what they may not see. */
export const firstSection = (): Section['to'] =>
  (SECTIONS.find(({ needs }) => needs === null || may(needs)) ?? ABOUT).to;
