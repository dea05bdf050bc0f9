import { useQuery } from '@tanstack/react-query'
import { ChevronRightIcon, TriangleAlertIcon } from 'lucide-react'
import { useState } from 'react'
import { type Me, type OutputOf, anyOrganization, call } from '../../client.ts'
import { projectsQuery } from '../../queries.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { Field } from '../../ui/field.tsx'
import { CheckField, CheckGroup } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { SelectField } from '../../ui/select.tsx'
import { filledTextValues, text, useSubmit } from '../../ui/submit.ts'
import { refreshKinds } from '../../write.ts'
import { Entrance } from '../accounts/entrance.tsx'
import { Fact } from '../accounts/fact.tsx'
import { texts as credentialTexts } from '../credentials/texts.ts'
import { ToolProfileField, chosenProfile } from '../credentials/tool-profile-field.tsx'
import { texts } from './texts.ts'

interface McpDecisionProps {
  request: string
  asked: OutputOf<'mcpSignIn.get'>
  me: Me
}

/** Shows which client asks for access and where it redirects, so that the user can spot a foreign request. */
export function McpDecision({ request, asked, me }: McpDecisionProps) {
  const { client, redirect, expiresAt } = asked
  const [organization, setOrganization] = useState((me.organization ?? me.organizations[0]!).id)
  const labels = texts.mcpDecision
  const isExpired = useSecondsUntil(Date.parse(expiresAt)) === 0
  const form = useSubmit(async (given) => {
    const { location: next } = await call(
      'mcpSignIn.allow',
      {
        request,
        profile: chosenProfile(given),
        scopes: text(given, 'may') === 'write' ? ['read', 'write'] : ['read'],
        ...filledTextValues(given, 'project'),
      },
      { organization },
    )
    void refreshKinds('mcp_token')
    location.assign(next)
  })
  const deny = useAction(async () =>
    location.assign((await call('mcpSignIn.deny', { request }, anyOrganization)).location),
  )
  const message = isExpired ? labels.expired : (form.message ?? deny.message)
  return (
    <Entrance title={labels.title(client.name)} text={labels.consequence}>
      <Form form={{ ...form, message }} className="flex flex-col gap-6">
        <dl className="divide-y rounded-lg border bg-surface px-4">
          <Fact name={labels.app}>{client.name}</Fact>
          <Fact name={labels.publisher}>{client.host ?? labels.unverified}</Fact>
          <Fact name={labels.redirectsTo}>
            {redirect.thisMachine ? labels.thisComputer(new URL(redirect.uri).host) : redirect.uri}
          </Fact>
          <Fact name={labels.account}>{me.user.email}</Fact>
        </dl>
        <SelectField
          label={labels.organization}
          name="organization"
          options={me.organizations.map(({ id, name }) => ({ value: id, name }))}
          defaultValue={organization}
          onChange={setOrganization}
        />
        <Permissions requested={asked.scopes} />
        <details className="group">
          <summary className="flex w-fit list-none items-center gap-1.5 rounded font-medium text-muted hover:text-ink">
            <span className="transition-transform group-open:rotate-90">
              <ChevronRightIcon />
            </span>
            {credentialTexts.credentialFields.moreOptions}
          </summary>
          <div className="mt-3 flex flex-col gap-4">
            <Projects key={organization} organization={organization} />
            <ToolProfileField />
          </div>
        </details>
        <p className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2 text-danger">
          <span className="mt-0.5">
            <TriangleAlertIcon />
          </span>
          {labels.warning}
        </p>
        <div className="grid grid-cols-2 gap-2">
          <Button busy={deny.busy} disabled={form.busy || isExpired} onClick={deny.run} className="tall">
            {labels.deny}
          </Button>
          <SubmitButton disabled={deny.busy || isExpired} className="tall">
            {labels.allow}
          </SubmitButton>
        </div>
      </Form>
    </Entrance>
  )
}

/** Offers at most the scopes that the client requests. */
function Permissions({ requested }: { requested: readonly ('read' | 'write')[] }) {
  const { permissions, scopes } = texts.mcpDecision
  const maxScope = requested.includes('write') ? 'write' : 'read'
  const offered = maxScope === 'write' ? (['read', 'write'] as const) : (['read'] as const)
  return (
    <CheckGroup name="scopes" legend={permissions}>
      {offered.map((each) => (
        <CheckField
          key={each}
          type="radio"
          name="may"
          value={each}
          {...scopes[each]}
          defaultChecked={each === maxScope}
        />
      ))}
    </CheckGroup>
  )
}

function Projects({ organization }: { organization: string }) {
  const { projectAccess, allProjects, onlyProject } = credentialTexts.credentialFields
  const projects = useQuery(projectsQuery(false, organization)).data
  return (
    <Field name="project" label={projectAccess}>
      {(control) => (
        <select {...control} name="project" className="control">
          <option value="">{allProjects}</option>
          {projects?.map(({ id, name }) => (
            <option key={id} value={id}>
              {onlyProject(name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
