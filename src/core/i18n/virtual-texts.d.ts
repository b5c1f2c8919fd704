/** Made by scripts/texts.ts: a language's texts of a namespace, by `<language>/<namespace>`. */
declare module 'virtual:texts' {
  export const texts: Record<string, () => Promise<{ default: Record<string, unknown> }>>;
}
