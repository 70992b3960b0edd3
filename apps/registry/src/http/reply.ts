/** What the controllers need of the reply. */
export interface ReplyHeaders {
  header(name: string, value: string): unknown;
  status(code: number): unknown;
}
