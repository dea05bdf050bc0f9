import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { texts } from './texts.ts'

const { noAccount } = texts.connectDialog

/** Replaces the list of repositories for users without an account at a code host. */
export function NoAccount({ project, onEnterUrl }: { project: string; onEnterUrl: () => void }) {
  return (
    <Empty title={noAccount.title} text={noAccount.text}>
      <LinkButton to="/settings/code-host" search={{ project }} kind="primary">
        {noAccount.connect}
      </LinkButton>
      <Button onClick={onEnterUrl}>{noAccount.enterUrl}</Button>
    </Empty>
  )
}
