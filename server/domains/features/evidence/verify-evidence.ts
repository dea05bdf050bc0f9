import { databaseTime } from '../../../database/clock.ts'
import type { CallingOrganization } from '../../../operations/caller.ts'
import type { App } from '../../../operations/context.ts'
import { NoResponse, NotAllowed } from '../../../platform/external-url.ts'
import { fetchExternal } from '../../../platform/fetch-external.ts'
import { findSpecAsEvidence, namesSpec, specSource } from '../../knowledge/specs/as-evidence.ts'
import type { EvidenceKind } from './kinds.ts'
import { evaluateReport } from './reports/report.ts'
import type { EvidenceRow } from './tables.ts'

/** The result of checking a piece of evidence. */
export type Finding = Pick<EvidenceRow, 'status' | 'finding' | 'source' | 'checked_at' | 'result'>

export interface VerifyContext {
  app: App
  organization: CallingOrganization
  /** The project of the feature. */
  projectId: string
}

/** Verifies evidence where its kind allows. Calls external servers, so it must not run in a transaction. */
export async function verifyEvidence(
  { app, organization, projectId }: VerifyContext,
  { kind, reference, content }: { kind: EvidenceKind; reference?: string | null; content?: string | null },
): Promise<Finding> {
  if (kind === 'spec' && namesSpec(reference)) return readSpec(app, organization, projectId, reference!)
  switch (kind) {
    case 'test_report':
      return readReport(content ?? '')
    case 'spec':
    case 'url':
      return organization.sandbox
        ? unchecked('Not checked: the sandbox makes no external requests.')
        : checkLink(app, reference ?? '')
    case 'commit':
    case 'pull_request':
    case 'check_run':
      return unchecked('Not checked: no repository is connected to the project.')
    default:
      return unchecked("Accepted without a check: this kind can't be verified.")
  }
}

function readReport(content: string): Finding {
  const { passed, finding, format, result } = evaluateReport(content)
  const source = `The report itself (${format}).`
  return { status: passed ? 'verified' : 'failed', finding, source, checked_at: now(), result }
}

async function readSpec(
  { database }: App,
  { id }: CallingOrganization,
  projectId: string,
  key: string,
): Promise<Finding> {
  const spec = await findSpecAsEvidence(database, { organization_id: id, project_id: projectId }, key)
  return { ...spec, source: specSource, checked_at: now(), result: null }
}

/** Follows redirects, and needs only the status of the response. */
const linkCheck = {
  headers: { 'user-agent': 'Baton (link check)', accept: '*/*' },
  maxBytes: 0,
  isExcerpt: true,
  maxRedirects: 5,
}

async function checkLink({ config }: App, link: string): Promise<Finding> {
  try {
    const { status, url } = await fetchExternal(link, { ...linkCheck, allowed: config.LINK_CHECK_HOSTS })
    const isSuccess = status >= 200 && status < 300
    return {
      status: isSuccess ? 'verified' : 'failed',
      finding: `The link returned status ${status}.`,
      source: url.slice(0, 2000),
      checked_at: now(),
      result: null,
    }
  } catch (error) {
    if (error instanceof NotAllowed) return unchecked(`Not checked: ${clause(error)}`)
    if (!(error instanceof NoResponse)) throw error
    return { ...unchecked(`The link could not be checked: ${clause(error)}`), checked_at: now() }
  }
}

/** Lowercases the first letter of an error message, so that it can end a sentence. */
function clause({ message }: Error): string {
  return message[0]!.toLowerCase() + message.slice(1)
}

function unchecked(finding: string): Finding {
  return { status: 'unverified', finding, source: null, checked_at: null, result: null }
}

function now(): string {
  return databaseTime()
}
