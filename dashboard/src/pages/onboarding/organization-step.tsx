import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { type Onboarding, goTo, showOnboarding } from './queries.ts'
import { StepFrame } from './step-frame.tsx'
import { texts } from './texts.ts'

export function OrganizationStep({ onboarding: { organization, team } }: { onboarding: Onboarding }) {
  const labels = texts.organizationStep
  const form = useSubmit(async (given) => {
    const [name, slug] = [text(given, 'organization.name'), text(given, 'organization.slug').trim()]
    const teamName = text(given, 'team.name').trim()
    showOnboarding(
      await call('onboarding.advance', {
        organization: { name, ...(slug && { slug }) },
        ...(teamName && { team: { name: teamName } }),
      }),
    )
  })
  return (
    <StepFrame title={labels.title} text={labels.intro}>
      <Form form={form} operation="onboarding.advance">
        <TextField
          name="organization.name"
          label={labels.name}
          autoComplete="organization"
          defaultValue={organization?.name}
        />
        <TextField
          name="organization.slug"
          label={labels.slug}
          hint={labels.slugHint}
          isIdentifier
          defaultValue={organization?.slug}
        />
        <TextField name="team.name" label={labels.team} hint={labels.teamHint} defaultValue={team?.name} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{texts.continue}</SubmitButton>
          {organization && (
            <Button kind="quiet" onClick={() => void goTo('people')}>
              {texts.skip}
            </Button>
          )}
        </div>
      </Form>
    </StepFrame>
  )
}
