/* Operations for the instance: its administration, public site, contact form, community and issues. Part of all.ts. */
export { resetSecondFactor, resetUserPassword } from '../domains/admin/account-access.ts'
export { getUserCode } from '../domains/admin/get-user-code.ts'
export { impersonateUser } from '../domains/admin/impersonate-user.ts'
export { listJobs, retryJob } from '../domains/admin/jobs/jobs.ts'
export { exportJournal, listJournal } from '../domains/admin/journal/journal.ts'
export { getOverview } from '../domains/admin/overview/get-overview.ts'
export { notifyUser } from '../domains/admin/notify-user.ts'
export { getSetting, listSettings, seedSettings, updateSetting } from '../domains/admin/settings.ts'
export { suspendUser, unsuspendUser } from '../domains/admin/suspension.ts'
export {
  addAnyTeamMember,
  deleteAnyTeam,
  getAnyTeam,
  listAllTeams,
  listAnyTeamMembers,
  removeAnyTeamMember,
  updateAnyTeam,
  updateAnyTeamMember,
} from '../domains/admin/teams.ts'
export { testEmail } from '../domains/admin/test-email.ts'
export { listUserNotes, listUserProjects, listUserTeams } from '../domains/admin/user-items.ts'
export { listUserLogins, revokeUserLogin, revokeUserLogins } from '../domains/admin/user-logins.ts'
export { updateUserSubscription } from '../domains/admin/update-user-subscription.ts'
export { getUser, listUsers, updateUserRole } from '../domains/admin/users.ts'
export {
  cancelAnnouncement,
  listAnnouncements,
  sendAnnouncement,
} from '../domains/announcements/announcements.ts'
export {
  listKindsAnnouncement,
  seedKindsAnnouncement,
  updateKindAnnouncement,
} from '../domains/announcements/notification-kinds.ts'
export { getBilling } from '../domains/billing/get-billing.ts'
export {
  deleteAnyCommunityPost,
  listAllCommunityPosts,
  updateAnyCommunityPost,
} from '../domains/community-posts/admin-posts.ts'
export {
  createCommunityPost,
  deleteCommunityPost,
  getCommunityPost,
  listCommunityPosts,
  updateCommunityPost,
} from '../domains/community-posts/community-posts.ts'
export { reportCommunityPost } from '../domains/community-posts/report-community-post.ts'
export { deleteContact, listContact, updateContact } from '../domains/contact/contact.ts'
export { sendContact } from '../domains/contact/send-contact.ts'
export {
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  updateCategory,
} from '../domains/content/categories/categories.ts'
export {
  createPage,
  deletePage,
  getPage,
  listPages,
  removeCoverPage,
  restorePage,
  setCoverPage,
  updatePage,
} from '../domains/content/pages/pages.ts'
export { comparePage, getRevisionPage, listRevisionsPage } from '../domains/content/pages/revisions.ts'
export {
  createPost,
  deletePost,
  getPost,
  listPosts,
  removeCoverPost,
  restorePost,
  setCoverPost,
  updatePost,
} from '../domains/content/posts/posts.ts'
export { comparePost, getRevisionPost, listRevisionsPost } from '../domains/content/posts/revisions.ts'
export { generateSitemap } from '../domains/content/sitemap/generate-sitemap.ts'
export {
  getAnyIssue,
  listAllIssues,
  listAssignees,
  listReportedIssues,
  updateIssue,
} from '../domains/issues/admin-issues.ts'
export { createIssue, getIssue, listIssues, replyIssue } from '../domains/issues/issues.ts'
export { listRemoteIssues, listRemoteRepos } from '../domains/issues/remote-lists.ts'
export {
  getAnyScreenshot,
  getScreenshot,
  removeScreenshot,
  setScreenshot,
} from '../domains/issues/screenshots.ts'
export { syncIssues } from '../domains/issues/sync-issues.ts'
export {
  getAnyMarketplace,
  listAllMarketplace,
  removeMarketplace,
  restoreMarketplace,
  updateMarketplace,
} from '../domains/marketplace/administration.ts'
export { installMarketplace } from '../domains/marketplace/install-marketplace.ts'
export { getMarketplace, listMarketplace } from '../domains/marketplace/public-items.ts'
export {
  getStatusMarketplace,
  listOwnMarketplace,
  publishMarketplace,
  withdrawMarketplace,
} from '../domains/marketplace/publishing.ts'
export { getProfile } from '../domains/profiles/get-profile.ts'
export { getOwnProfile, updateOwnProfile } from '../domains/profiles/own-profile.ts'
export { getPublicSetting } from '../domains/public-settings/get-public-setting.ts'
export {
  createSponsor,
  deleteSponsor,
  getLogoSponsor,
  listCurrentSponsors,
  listSponsors,
  setLogoSponsor,
  updateSponsor,
} from '../domains/sponsors/sponsors.ts'
