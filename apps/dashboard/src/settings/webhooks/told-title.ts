import { member, textIn } from '../../issue/metadata';

/** The title of the issue that a delivery tells of, as it was then. @param body what is sent: JSON of the house */
export const toldTitle = (body: string): string | undefined =>
  textIn(member(JSON.parse(body), 'issue'), 'title');
