/* Operations for signing in and for sign-in methods. Part of all.ts. */
export {
  addConnectedAccount,
  listConnectedAccounts,
  removeConnectedAccount,
} from '../domains/auth/connected-accounts/connected-accounts.ts'
export {
  approveDeviceFlow,
  claimDeviceFlow,
  pollDeviceFlow,
  requestDeviceFlow,
} from '../domains/auth/device-flow/device-flow.ts'
export { listLogins, revokeLogin, revokeOthers } from '../domains/auth/logins/logins.ts'
export { sendMagicLink, verifyMagicLink } from '../domains/auth/magic-links/magic-links.ts'
export { acceptCallback, finishOauth, startOauth } from '../domains/auth/oauth/oauth.ts'
export { sendOtp, verifyOtp } from '../domains/auth/otp/otp.ts'
export { beginAuthentication, finishAuthentication } from '../domains/auth/passkeys/authentication.ts'
export { beginRegistration, finishRegistration } from '../domains/auth/passkeys/registration.ts'
export { deletePasskey, listPasskeys, renamePasskey } from '../domains/auth/passkeys/passkeys.ts'
export {
  forgetRememberedDevice,
  listRememberedDevices,
} from '../domains/auth/remembered-devices/remembered-devices.ts'
export { beginTotp, confirmTotp, removeTotp } from '../domains/auth/second-factor/totp-setup.ts'
export {
  disableSecondFactor,
  getSecondFactor,
  replaceRecoveryCodes,
  usePasskeys,
} from '../domains/auth/second-factor/second-factor-settings.ts'
export { finishSecondFactor } from '../domains/auth/second-factor/finish-second-factor.ts'
