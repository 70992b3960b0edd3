import { member, textIn } from '../../issue/metadata';

/**
 * The title of the issue that a delivery tells of, as it was then.
 * @param body what is sent: JSON of the house, for a chat, or for people on call
 */
export function toldTitle(body: string): string | undefined {
  const sent: unknown = JSON.parse(body);
  const title = textIn(member(sent, 'issue'), 'title') ?? textIn(sent, 'summary');
  return title ?? textIn(member(sent, 'payload'), 'summary') ?? slackTitle(sent);
}

function slackTitle(sent: unknown): string | undefined {
  const attachments = member(sent, 'attachments');
  const text = Array.isArray(attachments) ? textIn(attachments[0], 'fallback') : undefined;
  return text?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
