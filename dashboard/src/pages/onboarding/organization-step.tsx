import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { type Onboarding, goTo, showOnboarding } from './queries.ts'
import { StepFrame } from './step-frame.tsx'
import { texts } from './texts.ts'

const fields = ['organization.name', 'organization.slug', 'team.name']

export function OrganizationStep({ onboarding: { organization, team } }: { onboarding: Onboarding }) {
  const labels = texts.organizationStep
  const form = useSubmit(fields, async (given) => {
    const [name, slug] = [text(given, 'organization.name'), text(given, 'organization.slug').trim()]
    const teamName = text(given, 'team.name').trim()
    showOnboarding(
      await call('onboarding.advance', {
        organization: { name, ...(slug && { slug }) },
        ...(teamName && { team: { name: teamName } }),
      }),
    )
  })
  const taken = form.code === 'already_taken' ? form.message : undefined
  return (
    <StepFrame title={labels.title} text={labels.intro}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{taken ? undefined : form.message}</FormMessage>
        <Field label={labels.name} error={form.errorOf('organization.name')}>
          {(control) => (
            <input
              {...control}
              name="organization.name"
              autoComplete="organization"
              maxLength={120}
              defaultValue={organization?.name}
              className="control"
            />
          )}
        </Field>
        <Field label={labels.slug} hint={labels.slugHint} error={form.errorOf('organization.slug') ?? taken}>
          {(control) => (
            <input
              {...control}
              name="organization.slug"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={60}
              defaultValue={organization?.slug}
              className="control"
            />
          )}
        </Field>
        <Field label={labels.team} hint={labels.teamHint} error={form.errorOf('team.name')}>
          {(control) => (
            <input
              {...control}
              name="team.name"
              autoComplete="off"
              maxLength={120}
              defaultValue={team?.name}
              className="control"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" busy={form.busy}>
            {texts.continue}
          </Button>
          {organization && (
            <Button kind="quiet" onClick={() => void goTo('people')}>
              {texts.skip}
            </Button>
          )}
        </div>
      </form>
    </StepFrame>
  )
}
