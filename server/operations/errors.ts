import { instanceErrors } from './instance-errors.ts'
import { secondFactorErrors } from './second-factor-errors.ts'

/**
 * Every refusal of the product: its status, and the sentence that people and agents read. `{name}` is filled in from
 * the details. A sentence says what happened and what to do next, and never tells what the caller may not know.
 */
export const errorTable = {
  invalid_input: [400, 'Some of the input is not valid: see errors for each field.'],
  invalid_json: [400, 'The request body is not valid JSON: see line {line}, column {column}.'],
  too_complex: [
    400,
    'The request body is nested deeper than {depth} levels or has more than {values} values. Send less in one request.',
  ],
  invalid_form: [400, 'The request body is not a valid multipart/form-data form.'],
  invalid_cursor: [400, 'This cursor is not valid. Start again without a cursor.'],
  invalid_header: [400, 'The header {header} is not valid: {reason}'],
  authorization_pending: [
    400,
    'Nobody has answered this sign-in yet. Ask again after the interval that you were given.',
  ],
  slow_down: [400, 'You ask too often. From now on wait 5 seconds longer before you ask again.'],
  access_denied: [400, 'The sign-in was denied. Start again if that was a mistake.'],
  expired_token: [400, 'This sign-in was not answered in time. Start again with a new code.'],
  invalid_grant: [400, 'This code is not valid, or was used already. Start again with a new code.'],
  unsupported_grant_type: [
    400,
    'This grant type is not supported. Send "urn:ietf:params:oauth:grant-type:device_code".',
  ],
  unauthenticated: [401, 'Sign in first: send "Authorization: Bearer <token>".'],
  invalid_credential: [
    401,
    'This credential is not valid, has expired or was revoked. Sign in again or make a new one.',
  ],
  wrong_credential_kind: [401, 'This kind of credential is not accepted here. {hint}'],
  wrong_login: [401, 'The e-mail address or the password is wrong.'],
  wrong_code: [401, 'The code is wrong, was used already, or has expired. Ask for a new one.'],
  wrong_link: [401, 'This link was used already or has expired. Ask for a new one.'],
  wrong_ticket: [401, 'This ticket was used already or has expired. Ask for a new one: POST /api/ws/ticket.'],
  wrong_passkey: [401, 'This passkey was not accepted. Try again, or sign in another way.'],
  sign_in_lost: [
    401,
    'This sign-in was begun in another browser, was finished already, or took too long. Start again.',
  ],
  sign_in_failed: [
    401,
    '{provider} could not confirm who you are. Start again, and if it fails again ask an administrator.',
  ],
  suspended: [403, 'This account is suspended. Ask an administrator of this instance.'],
  address_unconfirmed: [
    403,
    'Your e-mail address is not confirmed yet. Open the link from the mail where you signed up, or sign in with a code.',
  ],
  forbidden: [403, 'You may see this but not change it. Who may: {needs}'],
  role_too_low: [403, 'Your role in this organization is too low. It needs: {needs}.'],
  scope_missing: [403, 'This credential lacks the scope "{scope}". Make one that has it.'],
  role_beyond_own: [403, 'Nobody gives more than they have. You can give at most the role "{most}".'],
  invitation_for_another: [
    403,
    'This invitation was sent to another address. Sign in with the account that has it, or ask to be invited with yours.',
  ],
  session_needed: [
    403,
    'Only a person who is signed in may do this: API keys, tokens and impersonation cannot.',
  ],
  sign_in_again: [403, 'This needs a fresh sign-in: sign in again, then repeat it.'],
  administrators_only: [403, 'Only an administrator of this instance may do this.'],
  own_work: [
    403,
    'Nobody reviews their own work: you made {feature}, brought evidence for this gate, or act for who did. Ask another.',
  ],
  human_review_needed: [
    403,
    'At the gate "{gate}" only people who are signed in approve. Ask one of them; you can still comment or request changes.',
  ],
  set_by_people: [
    403,
    'Agents do not set this, neither for themselves nor for others: {fields}. Ask the person whom {agent} works for.',
  ],
  project_only: [403, 'This credential reaches one project alone. Use one that is not bound for this.'],
  sandbox_only: [403, 'A test credential works in the sandbox alone. Use a live one for this.'],
  live_only: [
    403,
    'The sandbox has no people, plan or settings of its own. Do this in the organization it belongs to.',
  ],
  not_in_team: [403, 'You are not in the team "{team}". Ask one of its leads, or an admin, to add you.'],
  ...instanceErrors,
  ...secondFactorErrors,
  not_found: [404, 'There is no {kind} "{ref}", or you may not see it.'],
  wrong_invitation: [
    404,
    'This link belongs to no invitation, or to one that was sent again since. Use the link in the newest mail.',
  ],
  no_organization: [404, 'You are not a member of this organization, or it does not exist.'],
  no_team: [
    404,
    'You are in no team of this organization. Make or join one, or name the team that you mean.',
  ],
  no_session: [
    404,
    'You have no session that has not ended. Begin one with create_session, or name the one that you mean.',
  ],
  unknown_route: [404, 'There is nothing at {method} {path}. The reference is at /api/reference.'],
  method_not_allowed: [405, '{method} is not possible here. Possible: {allowed}.'],
  too_slow: [408, 'The request did not arrive in time. Send it again.'],
  already_taken: [409, 'The {field} "{value}" is already taken. Choose another.'],
  address_taken: [
    409,
    'Another note is at the public address "{slug}" already. Choose another: "{suggestion}" is free.',
  ],
  slug_taken: [409, 'There is a skill "{slug}" here already, or in the trash. "{suggestion}" is free.'],
  address_in_use: [
    409,
    'There is an account with this address already. Sign in to it, then connect {provider} in the settings.',
  ],
  already_member: [
    409,
    'A member of the organization has this email address. To add them to a team, use the team.',
  ],
  already_invited: [409, 'This address was invited already. Send that invitation again, or revoke it first.'],
  invitation_answered: [
    409,
    'This invitation was {status} already. If that was a mistake, ask for a new one.',
  ],
  identity_taken: [
    409,
    'This {provider} account opens another account already, or yours is connected to a different one.',
  ],
  already_in_team: [409, '{name} is in this team already, as {role}. Change their role instead.'],
  task_held: [
    409,
    '{task} is held by {holder} until {until}. Take another task, ask again then, or have it released.',
  ],
  claim_lost: [
    409,
    'Your claim of {task} is over: {became}. Nothing was written. Look at the task again, or claim another one.',
  ],
  gone_meanwhile: [409, 'What this belongs to was removed in the meantime. Look again, then repeat it.'],
  changed_since: [
    409,
    'Nothing was set back: {fields} changed again since, or cannot be what it was. Look at it, then change it yourself.',
  ],
  idempotency_key_reused: [409, 'This idempotency key was used for a different request. Use a new key.'],
  cursor_expired: [
    410,
    'The data was restored from a backup since this cursor was made. Read everything again.',
  ],
  invitation_expired: [410, 'This invitation has expired. Ask the sender to send it again.'],
  invitation_revoked: [410, 'This invitation was revoked. Ask the sender for a new one.'],
  invitation_void: [
    410,
    'Whoever sent this invitation may no longer give what it gives. Ask an administrator there for a new one.',
  ],
  erasure_due: [410, 'The time to change your mind is over: the account is being erased.'],
  restore_expired: [410, 'It was deleted more than 30 days ago and is gone.'],
  version_conflict: [
    412,
    'It was changed in the meantime: it is at version {version}. Read it again, then repeat your change.',
  ],
  too_large: [413, 'The request is too large: at most {limit} are accepted.'],
  unsupported_media_type: [415, 'Send the body as {accepted}.'],
  not_a_skill: [422, 'This is not a folder with a skill: {reason}'],
  not_a_picture: [415, 'This is not a PNG, JPEG, WebP or GIF picture, or it is damaged. Send another.'],
  task_blocked: [
    422,
    '{task} is blocked by {blockers}. Complete these first, or say "force": true if it is done all the same.',
  ],
  task_not_ready: [422, '{task} cannot be claimed: {reason}, or claim another task.'],
  dependency_cycle: [
    422,
    'This would close a circle in which each task waits for the next: {cycle}. Take one of these links away first.',
  ],
  project_archived: [422, 'The project "{project}" is archived. Unarchive it first.'],
  gate_not_passed: [
    422,
    '{feature} cannot pass the gate "{gate}" yet. Missing: {needs} Bring it, then advance again: see missing.',
  ],
  feature_closed: [
    422,
    '{feature} is {status}, so there is nothing to do at its gates. Take it up again first.',
  ],
  built_in_skill: [
    422,
    'The skill "{skill}" comes with Baton, and nobody can change it. Make one of your own with its text.',
  ],
  wrong_status: [422, '{what} is {from}. From there it becomes {to}, not {asked}.'],
  decision_fixed: [
    422,
    '{decision} is {status}, so what it says stays as it is; its tags can change. {next}',
  ],
  decision_circle: [
    422,
    '{by} was superseded by {decision} itself, in the end: {circle}. Name the decision that holds now.',
  ],
  spec_archived: [
    422,
    '{spec} is archived, so nobody writes in it. Make it a draft again: say "status": "draft" with the change.',
  ],
  session_ended: [422, 'The session "{session}" has ended. Resume it first.'],
  built_in_workflow: [
    422,
    'The workflow "{workflow}" is built in, and nobody can change it. Make one of your own with its gates.',
  ],
  address_unverified: [
    422,
    '{provider} has not verified your e-mail address, or keeps it private. Verify it there, then try again.',
  ],
  too_many: [422, 'You have {most} {things} already, and more are not possible. Remove one first.'],
  plan_limit: [
    422,
    'The plan "{plan}" has room for {most} {things}, and they are there already. Remove one, or ask for a larger plan.',
  ],
  guest_in_team: [
    422,
    '{name} is a guest, and guests are in no team. Make them a member of the organization first.',
  ],
  repo_unreadable: [422, 'The repository {url} cannot be read: {reason}'],
  not_oneself: [422, 'You cannot do this to your own account. Ask another administrator.'],
  last_owner: [
    422,
    'This would leave "{organization}" without an owner. Make another member an owner first, or delete the organization.',
  ],
  others_left: [
    422,
    'Others are members of "{organization}". Take them out first, or hand it over and leave.',
  ],
  sandbox_by_header: [
    422,
    'Nobody works in a sandbox for good. To look into it, send its slug with each request: "X-Organization: {slug}".',
  ],
  last_admin: [422, 'You are the only administrator of this instance. Make somebody else one first.'],
  last_way_in: [422, 'This is the only way into your account. Add another one first.'],
  parent_deleted: [
    422,
    'This {kind} belongs to the {parent} ("{title}"), which is in the trash itself. Restore that first.',
  ],
  not_undoable: [422, 'This cannot be undone: {reason}'],
  sandbox_not_public: [
    422,
    'Nothing in a sandbox is shown to the public. Do this in the organization that it belongs to.',
  ],
  not_deleted: [422, 'The {kind} "{ref}" is not deleted, so there is nothing to restore.'],
  upgrade_required: [426, 'Open a WebSocket at this address: a request alone gets nothing here.'],
  too_many_connections: [
    429,
    'You hold {most} live connections open already, and more are not possible. Close one, or share one.',
  ],
  rate_limited: [429, 'Too many requests. Try again in {seconds} seconds.'],
  budget_spent: [
    429,
    '{agent} has made the {budget} calls that it may make in a day. It can go on at {at}, or its owner raises the budget.',
  ],
  cancelled: [499, 'This was taken back before it was done. Nothing was changed.'],
  headers_too_large: [431, 'The request headers are too large.'],
  internal: [500, 'Something went wrong on our side. It was logged under this request id.'],
  provider_unavailable: [
    502,
    '{provider} cannot be reached right now. Try again in a moment, or sign in another way.',
  ],
  provider_not_configured: [
    503,
    'Signing in with {provider} is not set up on this instance. Its operator sets {variables} for it.',
  ],
  needs_git: [
    503,
    'Repositories are read with git, and this instance cannot: {reason} Its operator installs git 2.37 or newer.',
  ],
  needs_code_host: [
    503,
    'Baton has no account at {host}, so it opened no pull request: it reads repositories and writes to none. {next}',
  ],
  auth_backend_unavailable: [
    503,
    'The server that keeps the passwords cannot be reached right now. Try again in a moment.',
  ],
  stopping: [
    503,
    'This server is about to stop. Try again in a moment: it comes back, or another one answers.',
  ],
  unavailable: [503, 'The database cannot be reached right now. Try again in a moment.'],
  timed_out: [503, 'This took longer than allowed and was stopped. Try again, or ask for less.'],
  storage_full: [
    507,
    'This instance has no storage space left, so nothing was saved. You can still read. Ask its operator to free space.',
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
