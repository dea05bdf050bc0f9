import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type Machine, type Run, isFinal, runQuery } from './queries.ts'
import { texts as all } from './texts.ts'
import { ToolForm, type Tool } from './tool-form.tsx'

const texts = all.servers

interface ServerToolsProps {
  machine: Machine
  server: string
  /** The run that lists the tools. */
  run: string
  onRun: (run: string) => void
}

/** The tools of an MCP server, once its machine has listed them. */
export function ServerTools({ machine, server, run, onRun }: ServerToolsProps) {
  return (
    <Loaded query={useQuery(listingQuery(machine.id, run))} noun={texts.title}>
      {(listing) => {
        if (listing.state === 'done')
          return <Tools machine={machine} server={server} tools={toolsOf(listing)} onRun={onRun} />
        if (isFinal(listing)) return <FormMessage>{listing.reason ?? all.states[listing.state]}</FormMessage>
        return (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Spinner /> {listing.state === 'asked' ? texts.asked : texts.loading}
          </p>
        )
      }}
    </Loaded>
  )
}

const pollIntervalMs = 2000

const listingQuery = (tunnel: string, run: string) => ({
  ...runQuery(tunnel, run),
  refetchInterval: ({ state: { data } }: { state: { data?: Run | undefined } }) =>
    data && isFinal(data) ? (false as const) : pollIntervalMs,
})

function toolsOf({ result }: Run): Tool[] {
  return (result as { tools?: Tool[] } | null)?.tools ?? []
}

function Tools({ machine, server, tools, onRun }: Omit<ServerToolsProps, 'run'> & { tools: Tool[] }) {
  const [tried, setTried] = useState<string>()
  if (tools.length === 0) return <p className="text-muted">{texts.noTools}</p>
  return (
    <ul aria-label={texts.tools(server)} className="divide-y rounded-md border">
      {tools.map((tool) => (
        <li key={tool.name} className="flex flex-col gap-3 px-3 py-2.5">
          <div className="flex items-start gap-3">
            <div className="min-w-0 grow">
              <p className="font-mono text-[13px] font-medium wrap-anywhere">{tool.name}</p>
              {tool.description && (
                <p className="line-clamp-3 text-[13px] text-muted wrap-anywhere">{tool.description}</p>
              )}
            </div>
            <Button
              aria-label={texts.tryTool(tool.name)}
              aria-expanded={tried === tool.name}
              onClick={() => setTried(tried === tool.name ? undefined : tool.name)}
            >
              {texts.try}
            </Button>
          </div>
          {tried === tool.name && <ToolForm machine={machine} server={server} tool={tool} onRun={onRun} />}
        </li>
      ))}
    </ul>
  )
}
