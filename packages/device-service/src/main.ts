import { logTo } from './log.ts'
import { openReader } from './open-reader.ts'
import { startDeviceService } from './service.ts'
import { readSettings } from './settings.ts'

// What a service manager starts on the user's machine; the settings are in docs/device-service.md.
try {
  const { reader: wanted, folder, ...settings } = readSettings(process.env)
  const reader = await openReader(wanted, folder)
  const service = await startDeviceService({ ...settings, reader, log: logTo(process.stdout) })
  console.log(`The card reader service is ready: http://localhost:${service.port}, ${reader.kind} reader`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.stop().then(() => process.exit(0)))
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(code === 'EADDRINUSE' ? 'The port is in use by another program. Set DEVICE_PORT to a free one.' : message)
  process.exitCode = 1
}
