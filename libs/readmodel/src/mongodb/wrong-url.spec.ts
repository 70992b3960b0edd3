import { wrongUrl } from './wrong-url';

it.each([
  'mongodb://mongodb:27017/parapet?directConnection=true',
  'mongodb://user:p%40ss@one:27017,two:27017/parapet?replicaSet=rs0&authSource=admin',
  'mongodb+srv://user:password@cluster.example/parapet',
])('%s is right', (url) => expect(wrongUrl(url)).toBeNull());

it.each([
  ['mongodb://u:hunter2@h:27017/p?foo=1', /option foo is not supported/],
  ['mongodb://u:hunter2@h:port/p', /./],
  ['mongodb://u:hun@ter2@h:27017/p', /every character but letters, digits/],
  ['mongodb://u:hunter2/@h:27017/p', /every character but letters, digits/],
  ['mongodb://u:hunter2%zz@h:27017/p', /every character but letters, digits/],
  ['mongodb://u:hunter2@h:27017/p?replicaSet=', /replicaSet/],
  ['mongodb://u:hunter2@one:1,two:2/p?directConnection=true', /directConnection/],
  ['mongodb://u:hunter2@h:27017/%zz', /./],
  ['mongodb://u:hunter2@h:27017/a.b', /[Dd]atabase names cannot contain/],
  ['mongodb+srv://u:hunter2@h:27017/p', /port/i],
])('%s is wrong, and nothing of its password is said', (url, what) => {
  const said = wrongUrl(url);
  expect(said).toMatch(what);
  expect(said).not.toMatch(/hun|ter2/);
});
