import { useQueryClient } from '@tanstack/react-query'
import { type McpToken, type OutputOf, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'

type Scope = McpToken['scopes'][number]

const scopes: { scope: Scope; label: string; hint: string }[] = [
  { scope: 'read', label: 'Read', hint: 'See projects and tasks.' },
  { scope: 'write', label: 'Write', hint: 'Create, change, complete and delete.' },
  { scope: 'admin', label: 'Administer', hint: 'Only for agents that manage this instance.' },
]

interface CreateTokenFormProps {
  onMade: (token: OutputOf<'credentials.createMcpToken'>) => void
}

export function CreateTokenForm({ onMade }: CreateTokenFormProps) {
  const cache = useQueryClient()
  const form = useSubmit(['name', 'scopes'], async (given) => {
    const chosen = scopes.map(({ scope }) => scope).filter((scope) => given.has(scope))
    onMade(await call('credentials.createMcpToken', { name: text(given, 'name'), scopes: chosen }))
    void cache.invalidateQueries({ queryKey: ['tokens'] })
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4 rounded-lg border bg-surface p-5">
      <FormMessage>{form.message}</FormMessage>
      <Field
        label="Name"
        hint="Which agent, on which machine: so that you know later what to revoke."
        error={form.errorOf('name')}
      >
        {(control) => (
          <input {...control} name="name" autoComplete="off" maxLength={120} className="control" />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-medium">What it may do</legend>
        <div className="flex flex-col gap-1.5">
          {scopes.map(({ scope, label, hint }) => (
            <label key={scope} className="flex items-center gap-2">
              <input
                type="checkbox"
                name={scope}
                defaultChecked={scope !== 'admin'}
                className="size-4 accent-accent"
              />
              <span>
                {label} <span className="text-muted">· {hint}</span>
              </span>
            </label>
          ))}
        </div>
        {form.errorOf('scopes') && <p className="mt-1 text-[13px] text-danger">{form.errorOf('scopes')}</p>}
      </fieldset>
      <Button type="submit" kind="primary" busy={form.busy} className="self-start">
        Make a token
      </Button>
    </form>
  )
}
