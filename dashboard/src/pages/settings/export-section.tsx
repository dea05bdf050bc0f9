import { useMutation } from '@tanstack/react-query'
import { type Profile, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'

export function ExportSection({ profile }: { profile: Profile }) {
  const read = useMutation({
    mutationFn: () => call('accounts.export', {}),
    onSuccess: (everything) => {
      const day = everything.exportedAt.slice(0, 10)
      const content = JSON.stringify(everything, null, 2)
      download(`baton-${profile.username}-${day}.json`, new Blob([content], { type: 'application/json' }))
      const left = everything.truncated.join(' and ')
      showToast({
        text: left ? `Downloaded, without the oldest ${left}: there are too many.` : 'Downloaded.',
      })
    },
    onError: showProblem,
  })
  return (
    <Section title="Your data">
      <Rows label="Your data">
        <Row
          icon={<DownloadIcon />}
          name="Everything that Baton keeps about you"
          detail="One JSON file: profile, preferences, devices, keys without their values, your projects and tasks, and what you did. No secret is in it."
        >
          <Button busy={read.isPending} onClick={() => read.mutate()}>
            Download my data
          </Button>
        </Row>
      </Rows>
    </Section>
  )
}
