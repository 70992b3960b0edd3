// Loaded before the house by `node --require`. It knows no name and reaches no address but this machine's: a fuzzer makes
// up URLs for webhooks, and somebody may live there. Nothing in the house knows of it.
const dns = require('node:dns/promises');
const { BlockList, isIP, Socket } = require('node:net');

const here = new BlockList();
here.addSubnet('127.0.0.0', 8, 'ipv4');
here.addAddress('::1', 'ipv6');
const isHere = (host) => here.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');

const failure = (code, host) => Object.assign(new Error(`${code} ${host}`), { code });

dns.lookup = (host) => Promise.reject(failure('ENOTFOUND', host));

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...given) {
  const [first] = given;
  const { host = 'localhost', path } = Array.isArray(first) ? first[0] : first;
  if (path !== undefined || (isIP(host) !== 0 && isHere(host))) return connect.apply(this, given);
  process.nextTick(() => this.destroy(failure('EHOSTUNREACH', host)));
  return this;
};
