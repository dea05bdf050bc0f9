import type { FlatSchema } from '../../../../server/platform/flat-schema.ts'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { useExecute } from './execute.ts'
import { flatToolSchema } from './flat-tool-schema.ts'
import type { Machine } from './queries.ts'
import { SchemaFields } from './schema-fields.tsx'
import { readInput } from './schema-values.ts'
import { texts as all } from './texts.ts'

const texts = all.servers

/** A tool of an MCP server, as the machine lists it. */
export interface Tool {
  name: string
  description?: string
  inputSchema: unknown
}

/** For tools whose arguments are nested, which no form can show. */
const anyArguments: FlatSchema = {
  type: 'object',
  properties: { arguments: { type: 'object', title: texts.arguments, description: texts.argumentsHint } },
  required: [],
  additionalProperties: false,
}

interface ToolFormProps {
  machine: Machine
  server: string
  tool: Tool
  onRun: (run: string) => void
}

/** Runs a tool of an MCP server. Its arguments are fields if its schema is flat, otherwise JSON. */
export function ToolForm({ machine, server, tool, onRun }: ToolFormProps) {
  const execute = useExecute(machine.id)
  const flat = flatToolSchema(tool.inputSchema)
  const path = flat ? 'input.arguments' : 'input'
  const form = useSubmit(async (data) => {
    const given = readInput(flat ?? anyArguments, path, data)
    const input = { tool: tool.name, ...(flat ? { arguments: given } : given) }
    onRun((await execute({ action: 'run_tool', target: server, input })).id)
  })
  const hasNoFields = flat !== undefined && Object.keys(flat.properties).length === 0
  return (
    <Form form={form} aria-label={tool.name}>
      {hasNoFields && <p className="text-[13px] text-muted">{texts.noArguments}</p>}
      <SchemaFields schema={flat ?? anyArguments} path={path} />
      <div>
        <SubmitButton disabled={machine.status !== 'online' || form.busy}>{texts.run}</SubmitButton>
      </div>
    </Form>
  )
}
