import { agentErrors } from './agent-errors.ts'
import { answerErrors } from './answer-errors.ts'
import { codeHostErrors } from './code-host-errors.ts'
import { instanceErrors } from './instance-errors.ts'
import { secondFactorErrors } from './second-factor-errors.ts'
import { syncErrors } from './sync-errors.ts'
import { tunnelErrors } from './tunnel-errors.ts'

/**
 * Every error code with its HTTP status and the sentence that people and agents read. `{name}` is replaced with a value
 * from the details. A sentence says what happened and what to do next, and never reveals what the caller can't see.
 */
export const errorTable = {
  invalid_input: [400, 'Some fields are not valid. See "errors" for the reason for each field.'],
  invalid_json: [400, 'The request body is not valid JSON. See line {line}, column {column}.'],
  too_complex: [
    400,
    'The request body is nested deeper than {depth} levels or has more than {values} values. Send less in one request.',
  ],
  invalid_form: [400, 'The request body is not valid multipart/form-data. Check its boundary and its parts.'],
  invalid_cursor: [400, 'This cursor is not valid. Leave it out to start from the beginning.'],
  invalid_header: [400, 'The header {header} is not valid: {reason}'],
  authorization_pending: [
    400,
    'The user has not approved this sign-in yet. Poll again after the interval that you received.',
  ],
  slow_down: [400, 'You poll too often. Increase the interval between polls by 5 seconds.'],
  access_denied: [400, 'The sign-in was denied. Start again if that was a mistake.'],
  expired_token: [400, 'This sign-in expired before a user approved it. Start again with a new code.'],
  invalid_grant: [400, 'This code is not valid or was already used. Start again with a new code.'],
  unsupported_grant_type: [
    400,
    'This grant type is not supported. Send "urn:ietf:params:oauth:grant-type:device_code".',
  ],
  unauthenticated: [401, 'You are not signed in. Send "Authorization: Bearer <token>".'],
  invalid_credential: [
    401,
    'This credential is not valid, has expired or was revoked. Sign in again or create a new one.',
  ],
  wrong_credential_kind: [401, 'This kind of credential is not accepted here. {hint}'],
  wrong_login: [401, 'The email address or password is wrong.'],
  wrong_code: [401, 'The code is wrong, was already used or has expired. Request a new one.'],
  wrong_link: [401, 'This link was already used or has expired. Request a new one.'],
  wrong_ticket: [
    401,
    'This ticket was already used or has expired. Request a new one with POST /api/ws/ticket.',
  ],
  wrong_passkey: [401, 'This passkey was not accepted. Try again, or use another sign-in method.'],
  sign_in_lost: [
    401,
    'This sign-in was started in another browser, was already completed, or took too long. Start again.',
  ],
  sign_in_failed: [
    401,
    '{provider} could not confirm your identity. Start again. If it fails again, ask an administrator.',
  ],
  suspended: [403, 'This account is suspended. Ask an administrator of this instance.'],
  address_unconfirmed: [
    403,
    'Your email address is not confirmed yet. Open the link in the sign-up email, or sign in with a code.',
  ],
  forbidden: [403, 'You can view this but not change it. Required: {needs}'],
  role_too_low: [403, 'Your role in this organization is too low. Required: {needs}.'],
  scope_missing: [403, 'This credential lacks the scope "{scope}". Use or create one that has it.'],
  role_beyond_own: [
    403,
    'You can\'t grant a role above your own. The highest role you can grant is "{most}".',
  ],
  invitation_for_another: [
    403,
    'This invitation was sent to a different email address. Sign in with that address, or ask for an invitation to yours.',
  ],
  session_needed: [
    403,
    'This action requires a signed-in user. API keys, tokens and impersonation are not accepted.',
  ],
  sign_in_again: [403, 'This action requires a recent sign-in. Sign in again, then retry.'],
  administrators_only: [403, 'Only an administrator of this instance can do this.'],
  own_work: [
    403,
    "You can't review your own work: you, or the user you act for, created {feature} or added evidence to this gate. Ask someone else.",
  ],
  human_review_needed: [
    403,
    'Only signed-in people can approve at the gate "{gate}". Ask one of them. You can still comment or request changes.',
  ],
  project_only: [403, 'This credential is limited to one project. Use a credential without a project limit.'],
  sandbox_only: [403, 'A test credential only works in the sandbox. Use a live credential.'],
  live_only: [403, 'A sandbox has no members, plan or settings of its own. Use its organization for this.'],
  not_in_team: [403, 'You are not in the team "{team}". Ask a team lead or an admin to add you.'],
  ...agentErrors,
  ...answerErrors,
  ...codeHostErrors,
  ...instanceErrors,
  ...secondFactorErrors,
  ...syncErrors,
  ...tunnelErrors,
  not_found: [404, 'The {kind} "{ref}" doesn\'t exist, or you don\'t have access to it.'],
  wrong_invitation: [
    404,
    'This invitation link is not valid, or a newer link replaced it. Use the link in the latest email.',
  ],
  no_organization: [404, 'You are not a member of this organization, or it does not exist.'],
  no_team: [404, 'You are not in any team of this organization. Create or join one, or name a team.'],
  no_session: [404, 'You have no open session. {next}'],
  unknown_route: [404, "{method} {path} doesn't exist. See the API reference at /api/reference."],
  method_not_allowed: [405, '{method} is not allowed here. Allowed: {allowed}.'],
  too_slow: [408, 'The request took too long to arrive. Send it again.'],
  already_taken: [409, 'The {field} "{value}" is already taken. Choose another.'],
  address_taken: [
    409,
    'Another note already uses the public slug "{slug}". Choose another: "{suggestion}" is free.',
  ],
  slug_taken: [
    409,
    'Another skill, possibly in the trash, already uses the slug "{slug}". "{suggestion}" is free.',
  ],
  address_in_use: [
    409,
    'An account with this email address already exists. Sign in to it, then connect {provider} in its settings.',
  ],
  already_member: [
    409,
    'A member of the organization already has this email address. You can add members to a team directly.',
  ],
  already_invited: [
    409,
    'This email address is already invited. Resend that invitation, or revoke it first.',
  ],
  invitation_answered: [
    409,
    'This invitation was already {status}. If that was a mistake, ask for a new one.',
  ],
  identity_taken: [
    409,
    'This {provider} account is connected to another user, or your account is connected to a different one.',
  ],
  already_in_team: [409, '{name} is already in this team as {role}. Change their role instead.'],
  task_held: [
    409,
    '{task} is claimed by {holder} until {until}. Claim another task, retry then, or ask for its release.',
  ],
  claim_lost: [
    409,
    'Your claim on {task} has ended: {became}. Nothing was written. Read the task again, or claim another one.',
  ],
  gone_meanwhile: [
    409,
    'An item that this request depends on was removed concurrently. Read the current state, then retry.',
  ],
  changed_since: [
    409,
    "Nothing was reverted: {fields} changed again or can't be restored. Read the current state, then change it yourself.",
  ],
  idempotency_key_reused: [409, 'This idempotency key was used for a different request. Use a new key.'],
  cursor_expired: [
    410,
    'This cursor no longer matches the data, for example after a restore from a backup. Read everything again.',
  ],
  invitation_expired: [410, 'This invitation has expired. Ask the sender to resend it.'],
  invitation_revoked: [410, 'This invitation was revoked. Ask the sender for a new one.'],
  invitation_void: [
    410,
    'The sender can no longer grant what this invitation offers. Ask an admin of the organization for a new one.',
  ],
  erasure_due: [410, 'The deletion can no longer be cancelled. The account is being erased.'],
  restore_expired: [410, 'This was deleted more than 30 days ago and can no longer be restored.'],
  matches_changed: [
    409,
    'The number of matching tasks is now {count} instead of {expected}. Nothing was changed. Read the tasks again, then repeat your change.',
  ],
  version_conflict: [
    412,
    'This was changed since you read it and is now at version {version}. Read it again, then repeat your change.',
  ],
  too_large: [413, 'The request is too large. The limit is {limit}.'],
  unsupported_media_type: [415, 'This content type is not supported. Send the body as {accepted}.'],
  not_a_skill: [422, 'This is not a valid skill folder: {reason}'],
  not_a_picture: [
    415,
    'This file is not a PNG, JPEG, WebP or GIF image, or it is damaged. Send another file.',
  ],
  task_blocked: [422, '{task} is blocked by {blockers}. Complete those first, or pass "force": true.'],
  task_not_ready: [422, "{task} can't be claimed: {reason}, or claim another task."],
  dependency_cycle: [422, 'This would create a dependency cycle: {cycle}. Remove one of these links first.'],
  project_archived: [422, 'The project "{project}" is archived. Unarchive it first.'],
  gate_not_passed: [
    422,
    '{feature} can\'t pass the gate "{gate}" yet. Missing: {needs} Add the items in "missing", then advance again.',
  ],
  feature_closed: [
    422,
    '{feature} is {status}, so it has no open gate. Reopen a cancelled feature with "status": "active".',
  ],
  built_in_skill: [
    422,
    'The skill "{skill}" is built in and can\'t be changed. Create your own skill with its text.',
  ],
  wrong_status: [422, "{what} can't change from {from} to {asked}. Allowed: {to}."],
  decision_fixed: [422, '{decision} is {status}, so only its tags can change. {next}'],
  decision_circle: [
    422,
    "{by} can't supersede {decision}, because that would form a cycle: {circle}. Name the decision in force now.",
  ],
  spec_archived: [
    422,
    '{spec} is archived and can\'t be edited. To make it a draft again, pass "status": "draft" with your change.',
  ],
  session_ended: [422, 'The session "{session}" has ended. Resume it first.'],
  built_in_workflow: [
    422,
    'The workflow "{workflow}" is built in and can\'t be changed. Create your own workflow with its gates.',
  ],
  address_unverified: [
    422,
    '{provider} has not verified your email address, or keeps it private. Verify it there, then try again.',
  ],
  too_many: [422, 'The limit of {most} {things} is reached. Remove one first.'],
  plan_limit: [
    422,
    'The plan "{plan}" allows up to {most} {things}, and that limit is reached. Remove one, or ask an administrator of this instance for a larger plan.',
  ],
  attachments_full: [
    422,
    "This organization's attachments are limited to {limit}. Delete some, or attach a smaller file.",
  ],
  guest_in_team: [
    422,
    "{name} is a guest, and guests can't join teams. Make them a member of the organization first.",
  ],
  repo_unreadable: [422, "The repository {url} can't be read: {reason}"],
  not_oneself: [422, "You can't do this to your own account. Ask another administrator."],
  user_suspended: [422, '{user} is suspended. Unsuspend them first.'],
  last_owner: [
    422,
    'This would leave "{organization}" without an owner. Make another member an owner first, or delete the organization.',
  ],
  others_left: [
    422,
    '"{organization}" still has other members. Remove them first, or transfer it and leave.',
  ],
  sandbox_by_header: [
    422,
    'You can\'t switch to a sandbox. To use it, send its slug with each request: "X-Organization: {slug}".',
  ],
  last_admin: [
    422,
    'This would leave the instance without an administrator. Make another user an administrator first.',
  ],
  last_way_in: [422, 'This is the only sign-in method of your account. Add another one first.'],
  parent_deleted: [
    422,
    'This {kind} belongs to the {parent} ("{title}"), which is also in the trash. Restore that first.',
  ],
  not_undoable: [422, "This can't be undone: {reason}"],
  sandbox_not_public: [422, "Items in a sandbox can't be made public. Do this in its organization instead."],
  not_deleted: [422, 'The {kind} "{ref}" is not deleted, so there is nothing to restore.'],
  upgrade_required: [426, 'This endpoint only accepts WebSocket connections.'],
  too_many_connections: [
    429,
    'You have reached the limit of {most} live connections. Close one, or share a connection.',
  ],
  rate_limited: [429, 'Too many requests. Try again in {seconds} seconds.'],
  cancelled: [499, 'This call was cancelled before it completed. Nothing was changed.'],
  headers_too_large: [431, 'The request headers are too large. Send fewer or shorter headers.'],
  internal: [500, 'Something went wrong on our side. It was logged under this request id.'],
  provider_unavailable: [
    502,
    "{provider} can't be reached right now. Try again in a moment, or use another sign-in method.",
  ],
  provider_not_configured: [
    503,
    'Sign-in with {provider} is not set up on this instance. The operator must set {variables}.',
  ],
  auth_backend_unavailable: [
    503,
    "The external auth backend can't be reached right now. Try again in a moment.",
  ],
  stopping: [503, 'This server is shutting down. Try again in a moment.'],
  unavailable: [503, "The database can't be reached right now. Try again in a moment."],
  timed_out: [503, 'This took longer than allowed and was stopped. Try again, or ask for less.'],
  storage_full: [
    507,
    'This instance has no storage space left, so nothing was saved. Reading still works. Ask its operator to free space.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errorTable

export {
  type FieldError,
  OperationError,
  quoteName,
  inQuotes,
  problem,
  reject,
  rejectField,
  rejectOverLimit,
} from './operation-error.ts'
