import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Me, type OutputOf, anyOrganization, call } from '../../client.ts'
import { tokensQuery } from '../../queries.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { ChevronIcon, WarningIcon } from '../../ui/icons.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { Entrance } from '../accounts/entrance.tsx'
import { Fact } from '../accounts/fact.tsx'
import { ToolProfileField, chosenProfile } from '../credentials/tool-profile-field.tsx'
import { projectsOfQuery } from './queries.ts'

interface McpDecisionProps {
  request: string
  asked: OutputOf<'mcpSignIn.get'>
  me: Me
}

/** Who asks, for what, and where the answer goes: all that a person needs to see that it is not theirs. */
export function McpDecision({ request, asked, me }: McpDecisionProps) {
  const { client, redirect, expiresAt } = asked
  const [organization, setOrganization] = useState((me.organization ?? me.organizations[0]!).id)
  const expired = useSecondsUntil(Date.parse(expiresAt)) === 0
  const cache = useQueryClient()
  const form = useSubmit(['scopes', 'project', 'profile'], async (given) => {
    const project = text(given, 'project')
    const { location: next } = await call(
      'mcpSignIn.allow',
      {
        ...{ request, profile: chosenProfile(given) },
        scopes: text(given, 'may') === 'write' ? ['read', 'write'] : ['read'],
        ...(project && { project }),
      },
      { organization },
    )
    void cache.invalidateQueries({ queryKey: tokensQuery.queryKey })
    location.assign(next)
  })
  const deny = useAction(async () =>
    location.assign((await call('mcpSignIn.deny', { request }, anyOrganization)).location),
  )
  const message = expired
    ? 'This request has run out. Start again in the program that sent you here.'
    : (form.message ?? deny.message)
  return (
    <Entrance
      title={`Let ${client.name} in?`}
      text="It will work in your name. You can end that at any time under Connect an agent."
    >
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-6">
        <FormMessage>{message}</FormMessage>
        <dl className="divide-y rounded-lg border bg-surface px-4">
          <Fact name="Program">{client.name}</Fact>
          <Fact name="Known by">{client.host ?? 'Nobody: it says so itself'}</Fact>
          <Fact name="Answer to">
            {redirect.thisMachine ? `This computer (${new URL(redirect.uri).host})` : redirect.uri}
          </Fact>
          <Fact name="Account">{me.user.email}</Fact>
        </dl>
        <SelectField
          label="Organization"
          name="organization"
          options={me.organizations.map(({ id, name }) => ({ value: id, name }))}
          defaultValue={organization}
          onChange={setOrganization}
        />
        <Rights asked={asked.scopes} error={form.errorOf('scopes')} />
        <details className="group">
          <summary className="flex w-fit list-none items-center gap-1.5 rounded font-medium text-muted hover:text-ink">
            <span className="transition-transform group-open:rotate-90">
              <ChevronIcon />
            </span>
            Narrow it down
          </summary>
          <div className="mt-3 flex flex-col gap-4">
            <Projects key={organization} organization={organization} error={form.errorOf('project')} />
            <ToolProfileField error={form.errorOf('profile')} />
          </div>
        </details>
        <p className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2 text-danger">
          <span className="mt-0.5">
            <WarningIcon />
          </span>
          Allow only what you have started yourself, just now. If somebody sent you here, deny it.
        </p>
        <div className="grid grid-cols-2 gap-2">
          <Button busy={deny.busy} disabled={form.busy || expired} onClick={deny.run} className="tall">
            Deny
          </Button>
          <Button
            type="submit"
            kind="primary"
            busy={form.busy}
            disabled={deny.busy || expired}
            className="tall"
          >
            Allow
          </Button>
        </div>
      </form>
    </Entrance>
  )
}

const rights = {
  read: { label: 'Read', hint: 'See what you see.' },
  write: { label: 'Read and write', hint: 'Also create, change, complete and delete.' },
} as const

/** At most what it asks for. */
function Rights({ asked, error }: { asked: readonly ('read' | 'write')[]; error: string | undefined }) {
  const most = asked.includes('write') ? 'write' : 'read'
  const offered = most === 'write' ? (['read', 'write'] as const) : (['read'] as const)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">What it may do</legend>
      <div className="flex flex-col gap-1.5">
        {offered.map((each) => (
          <label key={each} className="flex gap-2">
            <input
              type="radio"
              name="may"
              value={each}
              defaultChecked={each === most}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span>
              {rights[each].label} <span className="text-muted">· {rights[each].hint}</span>
            </span>
          </label>
        ))}
      </div>
      {error && <p className="mt-1 text-[13px] text-danger">{error}</p>}
    </fieldset>
  )
}

function Projects({ organization, error }: { organization: string; error: string | undefined }) {
  const projects = useQuery(projectsOfQuery(organization)).data
  return (
    <Field label="Reaches" error={error}>
      {(control) => (
        <select {...control} name="project" className="control">
          <option value="">Every project that you see</option>
          {projects?.map(({ id, name }) => (
            <option key={id} value={id}>
              Only {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
