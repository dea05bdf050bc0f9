import { useMutation } from '@tanstack/react-query'
import { DownloadIcon } from 'lucide-react'
import { type Profile, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { texts } from './texts.ts'

export function ExportSection({ profile }: { profile: Profile }) {
  const labels = texts.exportSection
  const read = useMutation({
    mutationFn: () => call('accounts.export', {}),
    onSuccess: (everything) => {
      const day = everything.exportedAt.slice(0, 10)
      const content = JSON.stringify(everything, null, 2)
      download(`baton-${profile.username}-${day}.json`, new Blob([content], { type: 'application/json' }))
      const truncated = everything.truncated.join(' and ')
      showToast({ text: truncated ? labels.truncated(truncated) : labels.downloaded })
    },
    onError: showProblem,
  })
  return (
    <Section title={labels.title}>
      <Rows label={labels.title}>
        <Row icon={<DownloadIcon />} name={labels.name} detail={labels.detail}>
          <Button busy={read.isPending} onClick={() => read.mutate()}>
            {labels.download}
          </Button>
        </Row>
      </Rows>
    </Section>
  )
}
