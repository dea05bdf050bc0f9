/** A question, and the file of the package that answers it. */
export type Question = [text: string, file: string]

export interface CodePackage {
  name: string
  version: string
  description: string
  questions: Question[]
}

/**
 * Three packages of different kinds whose published files include readable source. The questions were written from the
 * source, before the search was tuned, and mostly in other words than the file's own.
 */
export const packages: CodePackage[] = [
  {
    name: 'fastify',
    version: '5.6.1',
    description: 'web framework in JavaScript, with its tests and Markdown guides',
    questions: [
      [
        'Where is the body of a request rejected because it is larger than the limit?',
        'lib/contentTypeParser.js',
      ],
      ['default handler that responds when no route matches the URL', 'lib/fourOhFour.js'],
      ['How does a nested plugin get its own copy of hooks and decorators?', 'lib/pluginOverride.js'],
      [
        'How are ids of requests generated, and what happens when the counter overflows?',
        'lib/reqIdGenFactory.js',
      ],
      ['send the value that an async handler returns or rejects with', 'lib/wrapThenable.js'],
      ['set content-length and drop the payload for automatically exposed HEAD routes', 'lib/headRoute.js'],
      ['listen on all addresses that localhost resolves to', 'lib/server.js'],
      ['Why can a reference type not be used as a decorator of a request?', 'lib/decorate.js'],
      ['check that a plugin was registered with a compatible framework version', 'lib/pluginUtils.js'],
      ['client IP address from the X-Forwarded-For header behind a proxy', 'lib/request.js'],
      ['pipe a stream into the response and destroy it when the client closes', 'lib/reply.js'],
      ['choose the serializer of a response by status code and content type', 'lib/schemas.js'],
      ['validate headers, params, body and querystring of a request in order', 'lib/validation.js'],
      ['create the child logger of a request with its serializers', 'lib/logger-factory.js'],
      ['error codes with their messages and HTTP statuses', 'lib/errors.js'],
      ['deprecation and security warnings that are emitted once', 'lib/warnings.js'],
      ['What happens when the custom error handler itself throws?', 'lib/error-handler.js'],
      [
        'How do I notice that the browser closed the connection before the answer was sent?',
        'docs/Guides/Detecting-When-Clients-Abort.md',
      ],
      ['deploy to AWS Lambda or Google Cloud Run', 'docs/Guides/Serverless.md'],
      ['test routes without opening a network port', 'docs/Guides/Testing.md'],
    ],
  },
  {
    name: 'rxjs',
    version: '7.8.2',
    description: 'reactive library in TypeScript, with many small files',
    questions: [
      [
        'wait until the user stops typing before emitting the last value',
        'src/internal/operators/debounceTime.ts',
      ],
      ['cancel the previous inner request when a new value arrives', 'src/internal/operators/switchMap.ts'],
      [
        'ignore new values while the current inner observable is still running',
        'src/internal/operators/exhaustMap.ts',
      ],
      [
        'subscribe again after an error, with a delay and a maximum number of attempts',
        'src/internal/operators/retry.ts',
      ],
      ['give late subscribers the last emitted values within a time window', 'src/internal/ReplaySubject.ts'],
      [
        'subject with a current value that new subscribers receive immediately',
        'src/internal/BehaviorSubject.ts',
      ],
      [
        'skip consecutive duplicates with a custom comparison',
        'src/internal/operators/distinctUntilChanged.ts',
      ],
      [
        'wait for all sources to complete and emit their last values as an array',
        'src/internal/observable/forkJoin.ts',
      ],
      [
        'convert promises, iterables and async iterables to an observable',
        'src/internal/observable/innerFrom.ts',
      ],
      ['parse marble diagrams in tests with virtual time', 'src/internal/testing/TestScheduler.ts'],
      [
        'reconnectable socket that serializes messages as JSON',
        'src/internal/observable/dom/WebSocketSubject.ts',
      ],
      ['send an HTTP request with XMLHttpRequest and report upload progress', 'src/internal/ajax/ajax.ts'],
      ['promise of the first value, which rejects if there is none', 'src/internal/firstValueFrom.ts'],
      ['run teardown logic once, and add child teardowns to a parent', 'src/internal/Subscription.ts'],
      ['fail if no value arrives within a given period', 'src/internal/operators/timeout.ts'],
      ['split a source into several observables by a key', 'src/internal/operators/groupBy.ts'],
      [
        'limit the number of inner subscriptions that run concurrently and buffer the rest',
        'src/internal/operators/mergeInternals.ts',
      ],
      [
        'report an error that no one handles asynchronously, so that it is not swallowed',
        'src/internal/util/reportUnhandledError.ts',
      ],
      ['multicast to many subscribers and reset when the last one leaves', 'src/internal/operators/share.ts'],
      [
        'execute work before the next repaint of the browser',
        'src/internal/scheduler/AnimationFrameAction.ts',
      ],
    ],
  },
  {
    name: 'knex',
    version: '3.1.0',
    description: 'SQL query builder in JavaScript, with one folder for each database',
    questions: [
      ['insert many rows in chunks within one transaction', 'lib/execution/batch-insert.js'],
      ['hide the password of the connection from logs', 'lib/util/security.js'],
      ['release a stuck lock after a crashed migration', 'lib/migrations/migrate/Migrator.js'],
      ['create the tables that record which migrations ran', 'lib/migrations/migrate/table-creator.js'],
      ['nested transactions with savepoints', 'lib/execution/transaction.js'],
      [
        'parse a connection string such as postgres://user@host/database',
        'lib/knex-builder/internal/parse-connection.js',
      ],
      [
        'change a column in SQLite by copying the table, because ALTER is missing',
        'lib/dialects/sqlite3/schema/ddl.js',
      ],
      [
        'rename an auto-increment column in Oracle and rebuild its trigger',
        'lib/dialects/oracle/schema/internal/trigger.js',
      ],
      ['generate a random UUID default for each database', 'lib/knex-builder/FunctionHelper.js'],
      ['keep the stack trace of the caller for asynchronous errors', 'lib/util/save-async-stack.js'],
      ['window functions such as row_number over a partition', 'lib/query/analytic.js'],
      ['escape strings, dates and buffers in a literal', 'lib/util/string.js'],
      ['load migration files that are ES modules', 'lib/migrations/util/import-file.js'],
      ['list completed and pending migrations on the command line', 'bin/utils/migrationsLister.js'],
      ['conditions of a join: on, using, between, exists', 'lib/query/joinclause.js'],
      ['acquire a connection from the pool and time out', 'lib/client.js'],
      ['order of seed files and running a specific one', 'lib/migrations/seed/Seeder.js'],
      ['insert or update on conflict in PostgreSQL', 'lib/dialects/postgres/query/pg-querycompiler.js'],
      [
        'limit and offset for SQL Server with FETCH NEXT ROWS',
        'lib/dialects/mssql/query/mssql-querycompiler.js',
      ],
      ['split a CREATE TABLE statement into tokens', 'lib/dialects/sqlite3/schema/internal/tokenizer.js'],
    ],
  },
]
