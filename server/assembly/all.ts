/** Every operation of the product, by file. Only operations listed here are served. */
export * from './all-sign-in.ts'
export * from './all-instance.ts'
export * from './all-code-hosts.ts'
export * from './all-answers.ts'
export { changeEmail, sendVerification, verifyEmail } from '../domains/auth/accounts/email-verification.ts'
export { changePassword, forgotPassword, resetPassword } from '../domains/auth/accounts/passwords.ts'
export { deleteAccount, keepAccount } from '../domains/auth/accounts/delete-account.ts'
export { exportAccount } from '../domains/data-export/accounts/export-account.ts'
export { getMe, getMyRole, updateProfile } from '../domains/auth/accounts/me.ts'
export { getSignInOptions, logIn, logInWithBackend, logOut } from '../domains/auth/accounts/log-in.ts'
export { register } from '../domains/auth/accounts/register.ts'
export {
  getActivity,
  listActivities,
  listHistory,
  logActivity,
  undoActivity,
} from '../domains/activity/activities.ts'
export { listEvents } from '../domains/activity/list-events.ts'
export { createAgent, getAgent, getPublicAgent, listAgents, updateAgent } from '../domains/agents/agents.ts'
export { pauseAgent, resumeAgent, stopAgent } from '../domains/agents/control.ts'
export { deleteAgent } from '../domains/agents/delete-agent.ts'
export {
  createAttachment,
  deleteAttachment,
  getAttachment,
  listAttachments,
} from '../domains/attachments/attachments.ts'
export { getBootstrap } from '../domains/bootstrap/get-bootstrap.ts'
export { getThroughput } from '../domains/agents/get-throughput.ts'
export { listLiveAgents } from '../domains/agents/list-live-agents.ts'
export {
  createComment,
  deleteComment,
  listComments,
  updateComment,
} from '../domains/work/comments/comments.ts'
export { createApiKey, listApiKeys, revokeApiKey } from '../domains/auth/credentials/api-keys.ts'
export { exchangeApiKey } from '../domains/auth/credentials/exchange-api-key.ts'
export {
  createMcpToken,
  listMcpTokens,
  revokeMcpToken,
  updateMcpToken,
} from '../domains/auth/credentials/mcp-tokens.ts'
export {
  deleteDecision,
  getDecision,
  listDecisions,
  logDecision,
  updateDecision,
} from '../domains/knowledge/decisions/decisions.ts'
export { discussDecision } from '../domains/knowledge/decisions/discuss-decision.ts'
export { resolveDecision } from '../domains/knowledge/decisions/resolve-decision.ts'
export { addDependency } from '../domains/work/dependencies/add-dependency.ts'
export { listDependencies } from '../domains/work/dependencies/list-dependencies.ts'
export { removeDependency } from '../domains/work/dependencies/remove-dependency.ts'
export { listDevices, registerDevice, removeDevice, renameDevice } from '../domains/teams/devices/devices.ts'
export { getConflict, listConflicts } from '../domains/sync/conflicts/conflicts.ts'
export { resolveConflict } from '../domains/sync/conflicts/resolve-conflict.ts'
export { pushSync } from '../domains/sync/push-sync.ts'
export { getDoc, listDocs } from '../domains/docs/docs.ts'
export { addEvidence } from '../domains/features/evidence/add-evidence.ts'
export { checkEvidence } from '../domains/features/evidence/check-evidence.ts'
export { deleteEvidence } from '../domains/features/evidence/delete-evidence.ts'
export { listEvidence } from '../domains/features/evidence/list-evidence.ts'
export { advanceFeature } from '../domains/features/advance-feature.ts'
export { createFeature } from '../domains/features/create-feature.ts'
export { deleteFeature } from '../domains/features/delete-feature.ts'
export { deleteProjectFeature } from '../domains/features/delete-project-feature.ts'
export { getFeature } from '../domains/features/get-feature.ts'
export { getProjectFeature } from '../domains/features/get-project-feature.ts'
export { listFeatures } from '../domains/features/list-features.ts'
export { listProjectFeatures } from '../domains/features/list-project-features.ts'
export { updateFeature } from '../domains/features/update-feature.ts'
export { updateProjectFeature } from '../domains/features/update-project-feature.ts'
export { createEpic, deleteEpic, getEpic, listEpics, updateEpic } from '../domains/work/epics/epics.ts'
export { removeAvatar, setAvatar, removeCover, setCover, getImage } from '../domains/images/images.ts'
export { getHome, visitHome } from '../domains/home/home.ts'
export { getInbox } from '../domains/inbox/get-inbox.ts'
export {
  connectOwnIntegration,
  disconnectOwnIntegration,
  listOwnIntegrations,
} from '../domains/integrations/integrations.ts'
export {
  acceptInvitation,
  declineInvitation,
  listOwnInvitations,
  lookInvitation,
} from '../domains/organizations/invitations/received-invitations.ts'
export {
  createInvitation,
  inviteToTeam,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '../domains/organizations/invitations/sent-invitations.ts'
export { find } from '../domains/work/items/find.ts'
export { createTicket } from '../domains/live/create-ticket.ts'
export { allowMcpSignIn, denyMcpSignIn, getMcpSignIn } from '../domains/auth/mcp-sign-in/consent.ts'
export { listImages } from '../domains/organizations/members/list-images.ts'
export { leave, listMembers, removeMember, updateMember } from '../domains/organizations/members/members.ts'
export { clearMemory } from '../domains/memory/memories/clear-memory.ts'
export { deleteMemory } from '../domains/memory/memories/delete-memory.ts'
export { getMemory } from '../domains/memory/memories/get-memory.ts'
export { listMemories } from '../domains/memory/memories/list-memories.ts'
export { searchMemory } from '../domains/memory/memories/search-memory.ts'
export { storeMemory } from '../domains/memory/memories/store-memory.ts'
export { updateMemory } from '../domains/memory/memories/update-memory.ts'
export { compareNote, getRevisionNote, listRevisionsNote } from '../domains/knowledge/notes/revisions.ts'
export { createNote, deleteNote, getNote, listNotes, updateNote } from '../domains/knowledge/notes/notes.ts'
export { getPublicNote, publishNote, unpublishNote } from '../domains/knowledge/notes/publishing.ts'
export {
  getPreferencesNotification,
  unsubscribeNotifications,
  updatePreferencesNotification,
} from '../domains/notifications/notification-preferences.ts'
export {
  listNotifications,
  readAllNotifications,
  readNotification,
} from '../domains/notifications/notifications.ts'
export { advanceOnboarding, getOnboarding } from '../domains/organizations/onboarding/advance-onboarding.ts'
export {
  createOrganization,
  getOrganization,
  listOrganizations,
  switchOrganization,
  updateOrganization,
} from '../domains/organizations/organizations.ts'
export { deleteOrganization, transferOrganization } from '../domains/organizations/ownership.ts'
export { getPlan, setPlan } from '../domains/organizations/organization-plan.ts'
export { getPreferences, updatePreferences } from '../domains/preferences/preferences.ts'
export {
  archiveProject,
  unarchiveProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from '../domains/projects/projects.ts'
export { createProject } from '../domains/projects/create-project.ts'
export { getInsights } from '../domains/projects/get-insights.ts'
export { getTimeline } from '../domains/projects/get-timeline.ts'
export { listSummaries } from '../domains/projects/list-summaries.ts'
export { listShares, shareProject, unshareProject } from '../domains/projects/sharing.ts'
export { treeProject } from '../domains/projects/tree-project.ts'
export { createPr } from '../domains/repos/create-pr.ts'
export { deleteRepo, getRepo, listRepos } from '../domains/repos/repos.ts'
export { answerQuestion, askQuestion, listQuestions } from '../domains/questions/questions.ts'
export { createWebhookRepo, getWebhookRepo } from '../domains/repos/webhook.ts'
export { listLinked } from '../domains/repos/list-linked.ts'
export { listPullRequests } from '../domains/repos/list-pull-requests.ts'
export { generateAgentsMd } from '../domains/repos/generate-agents-md.ts'
export { syncRepo } from '../domains/repos/sync-repo.ts'
export { listReviews } from '../domains/features/reviews/list-reviews.ts'
export { submitReview } from '../domains/features/reviews/submit-review.ts'
export { listPublicDocs } from '../domains/public-docs/list-public-docs.ts'
export { getPublicProject } from '../domains/public-projects/get-public-project.ts'
export { getSandbox, wipeSandbox } from '../domains/organizations/sandbox/sandboxes.ts'
export { compareSkill, listRevisionsSkill } from '../domains/knowledge/skills/revisions.ts'
export {
  createSkill,
  deleteSkill,
  getPublicSkill,
  getSkill,
  listSkills,
  updateSkill,
} from '../domains/knowledge/skills/skills.ts'
export { exportSkill, importFolder, importSkill } from '../domains/knowledge/skills/transfer.ts'
export { compareSpec, listRevisionsSpec } from '../domains/knowledge/specs/revisions.ts'
export { createSpec, deleteSpec, getSpec, listSpecs, updateSpec } from '../domains/knowledge/specs/specs.ts'
export { linkSpec, unlinkSpec } from '../domains/knowledge/specs/links.ts'
export { checkpointSession } from '../domains/memory/sessions/checkpoint-session.ts'
export { createSession } from '../domains/memory/sessions/create-session.ts'
export { deleteSession } from '../domains/memory/sessions/delete-session.ts'
export { endSession } from '../domains/memory/sessions/end-session.ts'
export { getSession } from '../domains/memory/sessions/get-session.ts'
export { listSessions } from '../domains/memory/sessions/list-sessions.ts'
export { resumeSession } from '../domains/memory/sessions/resume-session.ts'
export { updateSession } from '../domains/memory/sessions/update-session.ts'
export { searchCode } from '../domains/code/search-code.ts'
export { findPublicSearch } from '../domains/search/find-public-search.ts'
export { findSearch, getStatusSearch, suggestSearch } from '../domains/search/search.ts'
export {
  createStory,
  deleteStory,
  getStory,
  listStories,
  updateStory,
} from '../domains/work/stories/stories.ts'
export {
  createStoryTask,
  deleteStoryTask,
  getStoryTask,
  listStoryTasks,
  updateStoryTask,
} from '../domains/work/stories/story-tasks.ts'
export { claimTask } from '../domains/work/tasks/claim-task.ts'
export { completeTask } from '../domains/work/tasks/complete-task.ts'
export { createManyTasks } from '../domains/work/tasks/create-many-tasks.ts'
export { planTasks } from '../domains/work/tasks/plan-tasks.ts'
export { createTask } from '../domains/work/tasks/create-task.ts'
export { deleteManyTasks } from '../domains/work/tasks/delete-many-tasks.ts'
export { deleteTask } from '../domains/work/tasks/delete-task.ts'
export { getTask } from '../domains/work/tasks/get-task.ts'
export { getRelations } from '../domains/work/tasks/get-relations.ts'
export { listOwnTasks } from '../domains/work/tasks/list-own-tasks.ts'
export { groupTasks } from '../domains/work/tasks/group-tasks.ts'
export { listTasks } from '../domains/work/tasks/list-tasks.ts'
export { updateManyTasks } from '../domains/work/tasks/update-many-tasks.ts'
export { updateMatchingTasks } from '../domains/work/tasks/update-matching-tasks.ts'
export { releaseTask } from '../domains/work/tasks/release-task.ts'
export { addWatcher, listWatchers, removeWatcher } from '../domains/work/watchers/watchers.ts'
export { updateTask } from '../domains/work/tasks/update-task.ts'
export {
  addTeamMember,
  listTeamMembers,
  removeTeamMember,
  updateTeamMember,
} from '../domains/teams/team-members/team-members.ts'
export {
  createTeam,
  getCurrentTeam,
  getTeam,
  listTeams,
  switchTeam,
  updateCurrentTeam,
  updateTeam,
  removeTeamAvatar,
  setTeamAvatar,
} from '../domains/teams/teams.ts'
export { deleteTeam } from '../domains/teams/delete-team.ts'
export { getTeamAnalytics } from '../domains/teams/get-team-analytics.ts'
export { exportSync } from '../domains/sync/export-sync.ts'
export { getStatus } from '../domains/sync/get-status.ts'
export { importSync } from '../domains/sync/import-sync.ts'
export { pullSync } from '../domains/sync/pull-sync.ts'
export { getTeamPresence } from '../domains/teams/get-team-presence.ts'
export {
  listCurrentMembers,
  listTeamAgents,
  listTeamFeatures,
  listTeamProjects,
  listTeamSkills,
} from '../domains/teams/team-lists.ts'
export { listTeamActivity } from '../domains/teams/list-team-activity.ts'
export {
  deleteTunnel,
  getTunnel,
  getTunnelStatus,
  heartbeatTunnel,
  listActions,
  listTunnels,
  updateTunnel,
} from '../domains/tunnels/tunnels.ts'
export { claimTunnel, registerTunnel } from '../domains/tunnels/registration.ts'
export { cancel, decide, execute, getRun, listRuns } from '../domains/tunnels/runs.ts'
export { listTrash, restoreItem, restoreManyTrash, restoreTrash } from '../domains/trash/trash.ts'
export { createWorkflow } from '../domains/features/workflows/create-workflow.ts'
export { deleteWorkflow } from '../domains/features/workflows/delete-workflow.ts'
export { getWorkflow } from '../domains/features/workflows/get-workflow.ts'
export { listWorkflows } from '../domains/features/workflows/list-workflows.ts'
export { updateWorkflow } from '../domains/features/workflows/update-workflow.ts'
export {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from '../domains/webhooks/webhooks.ts'
export { getDelivery, listDeliveries, pingWebhook, redeliver } from '../domains/webhooks/deliveries.ts'
export {
  createView,
  deleteView,
  listFavoriteViews,
  listViews,
  updateView,
} from '../domains/work/views/views.ts'
export {
  addProject,
  listWorkspaceProjects,
  removeProject,
} from '../domains/teams/workspaces/workspace-projects.ts'
export {
  createTeamWorkspace,
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  listTeamWorkspaces,
  listWorkspaces,
  updateWorkspace,
} from '../domains/teams/workspaces/workspaces.ts'
export { removeFolder, setFolder } from '../domains/teams/workspaces/folders.ts'
export { shareWorkspace, unshareWorkspace } from '../domains/teams/workspaces/sharing.ts'
export { syncWorkspaces } from '../domains/teams/workspaces/sync-workspaces.ts'
