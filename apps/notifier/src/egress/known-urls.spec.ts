import { EgressGuard } from './egress-guard';
import { hostResolver } from './host-resolver';
import { KnownUrls } from './known-urls';

const guard = new EgressGuard({ allowHttp: false, allowCidrs: [] }, hostResolver());
const check = jest.spyOn(guard, 'checkUrl');
beforeEach(() => check.mockClear());

test('a URL is taken apart as it is asked', () => {
  expect(new KnownUrls(guard).get('https://receiver.example:8443/hook?a=1')).toEqual({
    ...{ refusal: null, origin: 'https://receiver.example:8443', path: '/hook?a=1' },
  });
});

test('a URL is judged once, also when it is refused', () => {
  const urls = new KnownUrls(guard);
  const first = urls.get('https://127.0.0.1/');
  expect(first.refusal?.error).toBe('refused_address');
  expect(urls.get('https://127.0.0.1/')).toBe(first);
  expect(check).toHaveBeenCalledTimes(1);
});

test('of many URLs some are forgotten, and judged again', () => {
  const urls = new KnownUrls(guard);
  for (let n = 0; n <= 1_000; n += 1) urls.get(`https://receiver.example/${n}`);
  urls.get('https://receiver.example/0');
  expect(check).toHaveBeenCalledTimes(1_002);
});
