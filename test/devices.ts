import type { Person, TestServer } from './harness.ts'

/*
 * Devices that ask to be signed in, and how far their person has come with them.
 */
export async function requestDevice(server: TestServer) {
  const asked = await server.anonymous('deviceFlow.request', { client_id: 'tv', client: 'The TV' })
  return { deviceCode: asked.device_code, userCode: asked.user_code }
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
