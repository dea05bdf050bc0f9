import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LockIcon } from 'lucide-react'
import { useState } from 'react'
import { meQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { texts } from './texts.ts'
import type { Organization } from './this-organization.tsx'

/** Sets whether members need a second factor. */
export function SecondFactorSection({ organization }: { organization: Organization }) {
  const hasOwn = useQuery(meQuery).data?.secondFactor.enabled ?? false
  const [isConfirming, setConfirming] = useState(false)
  const { title, required, optional, confirm } = texts.secondFactorSection
  const { requireSecondFactor: isRequired } = organization
  const change = useMutation({
    mutationFn: (requireSecondFactor: boolean) => write('organizations.update', { requireSecondFactor }),
    onSuccess: (saved) => showToast({ text: (saved.requireSecondFactor ? required : optional).changed }),
    onError: showProblem,
  })
  return (
    <Section title={title}>
      <Rows label={title}>
        <Row
          icon={<LockIcon />}
          name={isRequired ? required.name : optional.name}
          detail={detailOf(isRequired, hasOwn)}
        >
          {isRequired ? (
            <Button busy={change.isPending} onClick={() => change.mutate(false)}>
              {required.action}
            </Button>
          ) : (
            <Button disabled={!hasOwn} busy={change.isPending} onClick={() => setConfirming(true)}>
              {optional.action}
            </Button>
          )}
        </Row>
      </Rows>
      {isConfirming && (
        <Confirm
          title={confirm.title}
          text={confirm.consequence}
          action={confirm.action}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            change.mutate(true)
          }}
        />
      )}
    </Section>
  )
}

function detailOf(isRequired: boolean, hasOwn: boolean) {
  const { required, optional, setUpFirst, setUp } = texts.secondFactorSection
  if (isRequired) return required.detail
  if (hasOwn) return optional.detail
  return (
    <>
      {setUpFirst}{' '}
      <Link to="/settings/sign-in" className="text-accent underline underline-offset-2">
        {setUp}
      </Link>
    </>
  )
}
