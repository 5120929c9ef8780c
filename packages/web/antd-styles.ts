import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { Button, ConfigProvider, Dropdown, Menu, Tooltip, type ThemeConfig } from 'antd'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin } from 'vite'

/** What the shell is drawn with. What is drawn besides makes its styles when it is first drawn, as everywhere. */
const parts = [
  createElement(Button, { key: 'button' }),
  createElement(Tooltip, { key: 'tooltip', title: '' }),
  createElement(Dropdown, { key: 'dropdown', menu: { items: [] } }, createElement('i')),
  createElement(Menu, { key: 'menu', mode: 'inline', items: [] }),
]

/**
 * The rules of these parts as the library would make them in the browser. Values are variables, which the browser gets from the theme; the
 * rules themselves are the same in every theme (antd-styles.test.ts). The last of them says which parts are there.
 */
export function antdStyles(theme: ThemeConfig = { cssVar: { key: 'app' }, hashed: false }): string {
  const cache = createCache()
  renderToString(createElement(StyleProvider, { cache }, createElement(ConfigProvider, { theme }, parts)))
  // Rules of another rank, those of icons among them, stand after all that come later, and are left to the browser.
  for (const [key, [, made]] of cache.cache) if (key.startsWith('style%') && (made as Made).at(-1) !== rank) cache.cache.delete(key)
  return extractStyle(cache, { plain: true, types: ['style'] })
}

/** The rank of a component's own rules. */
const rank = -999
type Made = readonly unknown[]

/** After this the library puts what it makes itself, so that rules stand in the same order as if it had made them all. */
const place = `<style nonce="{{nonce}}" data-rc-order="prependQueue" data-rc-priority="${rank}"></style>`

/** Makes the styles of the shell once, while it is built, and names their file where `<!-- antd -->` stands in index.html. */
export function antdStylesOnce(): Plugin {
  let link = ''
  return {
    name: 'antd-styles',
    enforce: 'pre',
    generateBundle() {
      const reference = this.emitFile({ type: 'asset', name: 'antd.css', source: antdStyles() })
      link = `<link rel="stylesheet" href="/${this.getFileName(reference)}" />`
    },
    transformIndexHtml: { order: 'post', handler: html => html.replace('<!-- antd -->', () => (link ? link + place : '')) },
  }
}
