// One hostile client, a process of its own: holds connections and does the same thing on each until it is killed.
import { connect } from 'node:net';
import { answersIn, ATTACKS } from './attacks.mjs';

const { attack, port, connections, known } = JSON.parse(process.argv[2]);
const begin = ATTACKS[attack];
let [opened, answered] = [0, 0];

function open() {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.once('connect', () => {
    opened += 1;
    begin(socket, known);
  });
  socket.on('data', (chunk) => (answered += answersIn(chunk)));
  socket.once('close', () => setImmediate(open));
}

for (let i = 0; i < connections; i += 1) open();
process.on('message', () => process.send({ opened, answered }));
process.on('disconnect', () => process.exit());
