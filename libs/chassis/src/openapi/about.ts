import { DocumentBuilder } from '@nestjs/swagger';

const DESCRIPTION = `Runtime-security monitoring: observations in, explained issues and signed webhooks out.

**Tokens.** Every request under \`/v1\` (this document aside) carries \`Authorization: Bearer <token>\`. A user token
(\`pp_u_…\`) has permissions, and each operation says which one it needs; an agent token (\`pp_a_…\`) is what
\`POST /v1/agents\` answers. Who has signed in (\`POST /v1/session\`) may send the session’s cookie instead of a user token.

**Errors.** An operation answers its errors in one of three shapes, which its responses name. A path that does not exist is
404, and one that does not know the method 405 with the header \`Allow\`.

**Lists** are newest first and come in pages: pass \`pagination.next_cursor\` as \`cursor\`, with the same filters, for the next.
A parameter that is given twice is 400; one that is not known is ignored.

**Limits** are counted in fixed windows, for each token. Bodies are sent as they are: \`Content-Encoding\` is taken
only where an operation says so.

**Times** are RFC 3339 with zone. New properties may be added to answers at any time.`;

/** What the operations are about. */
const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['issues', 'Findings: what was seen and no policy expects, or one blocks'],
  ['policies', 'What is expected, and what must not be'],
  ['agents', 'The software on nodes, runners and clusters that sends events'],
  ['events', 'Raw observations of the agents'],
  ['integrations', 'Events of other sensors'],
  ['webhooks', 'Who is told of issues, and what came of it'],
  ['tokens', 'Tokens of users and their programs'],
  ['stream', 'Issues and agents as they change'],
  ['sessions', 'Signing in to the dashboard, and out of it'],
  ['audit', 'Who changed what, and when'],
  ['documentation', 'This document, and its page'],
  ['operations', 'For whoever runs the house'],
];

const builder = new DocumentBuilder()
  .setTitle('Parapet')
  .setDescription(DESCRIPTION)
  .setVersion('1')
  .setOpenAPIVersion('3.0.3')
  .addServer('/', 'The house that serves this document')
  .addBearerAuth(
    {
      ...{ type: 'http', scheme: 'bearer', bearerFormat: 'pp_u_…' },
      description: 'A user token, as `POST /v1/tokens` answers it',
    },
    'user',
  )
  .addBearerAuth(
    {
      ...{ type: 'http', scheme: 'bearer', bearerFormat: 'pp_a_…' },
      description: 'An agent token, as `POST /v1/agents` answers it',
    },
    'agent',
  );

/** What is said of the API as a whole. */
export const ABOUT = TAGS.reduce((b, [name, said]) => b.addTag(name, said), builder).build();
ABOUT.info.contact = { name: 'Whoever runs this Parapet' };
ABOUT.info.license = { name: 'UNLICENSED' };
