import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { organizationQuery } from './queries.ts'
import type { Organization } from './this-organization.tsx'

/** Whether members need a second factor. */
export function SecondFactorSection({ organization }: { organization: Organization }) {
  const cache = useQueryClient()
  const hasOwn = useQuery(meQuery).data?.secondFactor.enabled ?? false
  const [asking, setAsking] = useState(false)
  const { requireSecondFactor: isRequired } = organization
  const change = useMutation({
    mutationFn: (requireSecondFactor: boolean) => call('organizations.update', { requireSecondFactor }),
    onSuccess: (saved) => {
      cache.setQueryData(organizationQuery.queryKey, saved)
      showToast({
        text: saved.requireSecondFactor
          ? 'Every member needs a second factor now.'
          : 'A second factor is optional now.',
      })
    },
    onError: showProblem,
  })
  return (
    <Section title="Second factor">
      <Rows label="Second factor">
        <Row
          icon={<LockIcon />}
          name={isRequired ? 'Required of every member' : 'Optional'}
          detail={detailOf(isRequired, hasOwn)}
        >
          {isRequired ? (
            <Button busy={change.isPending} onClick={() => change.mutate(false)}>
              Make optional
            </Button>
          ) : (
            <Button disabled={!hasOwn} busy={change.isPending} onClick={() => setAsking(true)}>
              Require
            </Button>
          )}
        </Row>
      </Rows>
      {asking && (
        <Confirm
          title="Require a second factor of every member?"
          text="Members without one lose access to this organization until they set one up. So do their API keys and agents."
          action="Require"
          keep="Cancel"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            change.mutate(true)
          }}
        />
      )}
    </Section>
  )
}

function detailOf(isRequired: boolean, hasOwn: boolean) {
  if (isRequired) return 'Members without one see nothing here, nor do their API keys and agents.'
  if (hasOwn) return 'Each member decides whether to use one.'
  return (
    <>
      Before you can require it,{' '}
      <Link to="/settings/sign-in" className="text-accent underline underline-offset-2">
        set one up for your own account
      </Link>
      .
    </>
  )
}
