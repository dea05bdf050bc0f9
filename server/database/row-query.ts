import pg from 'pg'
import { getTypeParser } from './values.ts'

type ToRow = (values: readonly (string | null)[]) => object

interface Field {
  name: string
  dataTypeID: number
}

/** The methods of the driver's query that this file replaces. The types of the driver leave them out. */
interface DriverQuery {
  name: string | undefined
  prepare(connection: object): void
  handleError(error: unknown, connection: object): void
  handleReadyForQuery(connection: object): void
}
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: (error: Error | null) => void,
) => DriverQuery

/**
 * A query of the driver that reads rows with less CPU time. The driver asks for the columns of a statement each time, and
 * assigns the fields of each row by name. This query asks once for each prepared statement of a connection, and creates
 * each row as one object literal.
 */
export class RowQuery extends DriverQuery {
  readonly rowsRead: object[] = []
  #columns: Columns | undefined
  #toRow: ToRow | undefined
  #invalidValue: { error: unknown } | undefined

  override prepare(connection: object): void {
    this.#columns = columnsOf(connection)
    // PostgreSQL rejects a prepared statement whose columns have changed (see `isStalePlan`), so these are still right.
    this.#toRow = this.name === undefined ? undefined : this.#columns.known.get(this.name)
    super.prepare(this.#toRow ? this.#columns.undescribed : connection)
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#toRow = rowReader(fields)
    if (this.name !== undefined) this.#columns?.known.set(this.name, this.#toRow)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.rowsRead.push(this.#toRow!(fields))
    } catch (error) {
      // Thrown here, it would end the process.
      this.#invalidValue = { error }
    }
  }

  override handleReadyForQuery(connection: object): void {
    if (this.#invalidValue) this.handleError(this.#invalidValue.error, connection)
    else super.handleReadyForQuery(connection)
  }
}

/** What a connection knows about the columns of its prepared statements. */
interface Columns {
  known: Map<string, ToRow>
  /** The same connection, which doesn't ask for the columns. */
  undescribed: object
}

const columnsOfConnections = new WeakMap<object, Columns>()

function columnsOf(connection: object): Columns {
  let columns = columnsOfConnections.get(connection)
  if (!columns) {
    const undescribed = Object.create(connection, { describe: { value: () => {} } }) as object
    columnsOfConnections.set(connection, (columns = { known: new Map(), undescribed }))
  }
  return columns
}

// Statements that differ only in their conditions share one. All connections share them.
const readers = new Map<string, ToRow>()

function rowReader(fields: Field[]): ToRow {
  const signature = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  let reader = readers.get(signature)
  if (!reader) readers.set(signature, (reader = compileReader(fields)))
  return reader
}

/**
 * Compiles the object literal of a row. An engine that sees the names of all fields creates the object at once, which
 * takes less than half the time of assigning them one by one. The names are from our own statements.
 */
function compileReader(fields: Field[]): ToRow {
  const parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID))
  const properties = fields.map(({ name }, at) => {
    const value = parsers[at] ? `v[${at}] === null ? null : parsers[${at}](v[${at}])` : `v[${at}]`
    return `${JSON.stringify(name)}: ${value}`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- Contains only names of columns, as JSON texts.
  const compile = new Function('parsers', `return (v) => ({ ${properties.join(', ')} })`) as (
    parsers: unknown[],
  ) => ToRow
  return compile(parsers)
}

/** Returns the parser of a type, or undefined if its values stay as they are. */
function parserOf(type: number): ((text: string) => unknown) | undefined {
  const parser = getTypeParser(type, 'text') as (text: string) => unknown
  return parser === plainText ? undefined : parser
}

const plainText = getTypeParser(25, 'text')
