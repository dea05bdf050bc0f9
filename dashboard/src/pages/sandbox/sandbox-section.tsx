import { useMutation, useQuery } from '@tanstack/react-query'
import { BoxIcon } from 'lucide-react'
import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { meQuery, sandboxQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Day } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { texts } from './texts.ts'
import { refreshKinds } from '../../write.ts'

type Sandbox = NonNullable<OutputOf<'sandbox.get'>['sandbox']>

export function SandboxSection() {
  const role = useQuery(meQuery).data?.organization?.role
  // Guests have no access to the sandbox.
  const query = useQuery({ ...sandboxQuery, enabled: role !== undefined && role !== 'guest' })
  const [confirming, setConfirming] = useState(false)
  const wipe = useWipe()
  if (!query.data) return null
  const { sandbox } = query.data
  const canWipe = role === 'owner' || role === 'admin'
  return (
    <Section title={texts.title} text={texts.intro}>
      <Rows label={texts.title}>
        {sandbox ? (
          <Row icon={<BoxIcon />} name={sandbox.name} detail={<Content {...sandbox} canWipe={canWipe} />}>
            {canWipe && (
              <Button busy={wipe.isPending} onClick={() => setConfirming(true)}>
                {texts.empty}
              </Button>
            )}
          </Row>
        ) : (
          <Row icon={<BoxIcon />} name={texts.none.title} detail={texts.none.text} />
        )}
      </Rows>
      {confirming && (
        <Confirm
          title={texts.emptyDialog.title}
          text={texts.emptyDialog.consequence}
          action={texts.emptyDialog.empty}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            wipe.mutate()
            setConfirming(false)
          }}
        />
      )}
    </Section>
  )
}

function Content({ projects, tasks, createdAt, canWipe }: Sandbox & { canWipe: boolean }) {
  return (
    <>
      {texts.content(projects, tasks)} <Day at={createdAt} />
      {!canWipe && texts.onlyAdmins}
    </>
  )
}

function useWipe() {
  return useMutation({
    mutationFn: () => call('sandbox.wipe', {}),
    onSuccess: ({ removed: { projects, tasks } }) => showToast({ text: texts.emptied(projects, tasks) }),
    onError: showProblem,
    onSettled: () => void refreshKinds('sandbox', 'api_key', 'mcp_token'),
  })
}
