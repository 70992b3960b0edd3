/** What is left of the demo when it ends. */
export interface Left {
  /** Where the house answers. */
  readonly url: string;
  /** What a shell takes for the token. */
  readonly token: string;
}

/** The same that the demo asked, for somebody's own hands. @param issue one of those that were found */
export const whereToLook = ({ url, token }: Left, issue: string | undefined): string[] => [
  'Look yourself:',
  `  TOKEN="${token}"`,
  `  curl -s "${url}/v1/issues" -H "Authorization: Bearer $TOKEN"`,
  ...(issue === undefined
    ? []
    : [`  curl -s "${url}/v1/issues/${issue}" -H "Authorization: Bearer $TOKEN"`]),
  `  ${url}/docs describes everything that can be asked.`,
];
