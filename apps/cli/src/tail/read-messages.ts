import { createParser } from 'eventsource-parser';

/** A message of the live stream. */
export interface Message {
  readonly type: string;
  /** As it was sent: the JSON of its `data`. */
  readonly data: unknown;
}

/** No message of a house is nearly as long. */
const LONGEST = 1024 * 1024;

/**
 * The messages of an answer, as they come.
 * @param hearId hears up to where everything has come, for `Last-Event-ID`
 * @throws SyntaxError for what is no message of a house
 */
export async function* readMessages(
  body: AsyncIterable<Uint8Array>,
  hearId: (id: string) => void,
): AsyncGenerator<Message> {
  const come: Message[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => come.push({ type: event, data: JSON.parse(data) }),
    onId: hearId,
    maxBufferSize: LONGEST,
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* come.splice(0);
  }
}
