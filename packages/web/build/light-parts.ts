/**
 * Parts that are drawn once, or seldom, and hand nothing on that others compare: the React Compiler leaves them as they are written. What
 * it adds for remembering is a third of such a part's weight. Whatever has rows, charts or pages within it is compiled, and so are hooks.
 */
const light = new RegExp(
  [
    '/src/app/(?!page-frame|shell/(shell|sidebar|tag-bar|top-bar)\\.).*\\.tsx$',
    '/src/kit/(feedback|detail|page)/(?!keep-alive).*\\.tsx$',
    '/src/kit/(period-bar|period-picker|soon|segmented|select|overlays|popups)\\.tsx$',
    '/src/kit/form/dialog-button\\.tsx$',
    '/src/features/order/(gaps-notice|clock-notice|order-refund|scan-button)\\.tsx$',
    '/src/kit/list/(cards|chips|figure-cards|head|one-filter|other-tools|pager|pencil|range-switch|tools|export-button|views)\\.tsx$',
  ].join('|'),
)

export const lightParts = {
  name: 'light-parts',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => (light.test(id) ? { code: `'use no memo'\n${code}`, map: null } : undefined),
}
