import { theme } from 'antd'
import { expect, test } from 'vitest'
import { antdStyles } from './antd-styles.ts'

const base = { cssVar: { key: 'app' }, hashed: false }

test('the rules of the shell’s parts are the same in every light, colour and density: one file serves them all', () => {
  const plain = antdStyles()
  for (const part of ['Button', 'Tooltip', 'Dropdown', 'Menu']) expect(plain).toContain(`|${part}-${part}|ant-`)
  const { darkAlgorithm, compactAlgorithm } = theme
  for (const algorithm of [[darkAlgorithm], [compactAlgorithm], [darkAlgorithm, compactAlgorithm]])
    expect(antdStyles({ ...base, algorithm, token: { colorPrimary: '#F5222D', motion: false, borderRadius: 6 } })).toBe(plain)
})

test('rules of another rank stand after all components, and are left to the browser', () => {
  expect(antdStyles()).not.toContain('ant-design-icons')
})
