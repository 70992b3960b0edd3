/** The word that the content policy of this page lets styles through by. */
export const nonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
