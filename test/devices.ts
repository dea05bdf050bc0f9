import type { Person, TestServer } from './harness.ts'

/*
 * Devices that ask to be signed in, and how far their person has come with them.
 */
export async function askingDevice(server: TestServer) {
  const asked = await server.anonymous('deviceFlow.request', { client_id: 'tv', client: 'The TV' })
  return { deviceCode: asked.device_code, userCode: asked.user_code }
}

export async function claimedDevice(server: TestServer, person: Person) {
  const device = await askingDevice(server)
  await person.call('deviceFlow.claim', { userCode: device.userCode })
  return device
}

export async function approvedDevice(server: TestServer, person: Person) {
  const device = await claimedDevice(server, person)
  await person.call('deviceFlow.approve', { userCode: device.userCode })
  return device
}
