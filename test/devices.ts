import type { Person, TestServer } from './harness.ts'

/*
 * Devices in each state of the device flow: requested, claimed and approved.
 */
export async function requestDevice(server: TestServer) {
  const request = await server.anonymous('deviceFlow.request', { client_id: 'tv', client: 'The TV' })
  return { deviceCode: request.device_code, userCode: request.user_code }
}

export async function claimDevice(server: TestServer, person: Person) {
  const device = await requestDevice(server)
  await person.call('deviceFlow.claim', { userCode: device.userCode })
  return device
}

export async function approveDevice(server: TestServer, person: Person) {
  const device = await claimDevice(server, person)
  await person.call('deviceFlow.approve', { userCode: device.userCode })
  return device
}
