import { Connection } from './connection';

test.each([
  'readPreference=secondaryPreferred&w=1',
  'readPreference=nearest&readPreferenceTags=dc:west&maxStalenessSeconds=120',
  'w=0&journal=false',
])(
  'documents are read from where they are written, and written to a majority, though the URL says %s',
  async (query) => {
    const url = `mongodb://127.0.0.1:9/parapet?${query}`;
    const connection = new Connection({ url, logger: { warn: () => undefined } });
    const { readPreference, writeConcern } = connection.db;
    expect([readPreference?.mode, writeConcern]).toEqual(['primary', { w: 'majority' }]);
    await connection.close();
  },
);
