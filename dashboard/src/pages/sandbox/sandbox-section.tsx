import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { meQuery, sandboxQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { BoxIcon } from '../../ui/icons.tsx'
import { Day } from '../../ui/time.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { refreshKinds } from '../../write.ts'

type Sandbox = NonNullable<OutputOf<'sandbox.get'>['sandbox']>

export function SandboxSection() {
  const role = useQuery(meQuery).data?.organization?.role
  // Guests have no part in it.
  const query = useQuery({ ...sandboxQuery, enabled: role !== undefined && role !== 'guest' })
  const [asking, setAsking] = useState(false)
  const wipe = useWipe()
  if (!query.data) return null
  const { sandbox } = query.data
  const mayWipe = role === 'owner' || role === 'admin'
  return (
    <Section
      title="Sandbox"
      text="Where test keys and test tokens work: the same members, data of its own, and nothing in it is real."
    >
      <Rows label="Sandbox">
        {sandbox ? (
          <Row icon={<BoxIcon />} name={sandbox.name} detail={<Content {...sandbox} mayWipe={mayWipe} />}>
            {mayWipe && (
              <Button busy={wipe.isPending} onClick={() => setAsking(true)}>
                Empty the sandbox
              </Button>
            )}
          </Row>
        ) : (
          <Row icon={<BoxIcon />} name="There is none yet" detail="It is made with the first test key." />
        )}
      </Rows>
      {asking && (
        <Confirm
          title="Empty the sandbox?"
          text="Everything in it is removed for good, for everybody: projects, tasks, agents and their history. Test keys go on working, except those that reach one of its projects only."
          action="Empty it"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            wipe.mutate()
            setAsking(false)
          }}
        />
      )}
    </Section>
  )
}

function Content({ projects, tasks, createdAt, mayWipe }: Sandbox & { mayWipe: boolean }) {
  return (
    <>
      {counted(projects, 'project')} and {counted(tasks, 'task')} since <Day at={createdAt} />
      {!mayWipe && ' · owners and admins can empty it'}
    </>
  )
}

function useWipe() {
  return useMutation({
    mutationFn: () => call('sandbox.wipe', {}),
    onSuccess: ({ removed: { projects, tasks } }) =>
      showToast({
        text: `The sandbox is empty: ${counted(projects, 'project')} and ${counted(tasks, 'task')} are gone.`,
      }),
    onError: showProblem,
    onSettled: () => void refreshKinds('sandbox', 'api_key', 'mcp_token'),
  })
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
