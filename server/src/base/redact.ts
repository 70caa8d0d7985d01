/** Replaces secrets in a text, also where JSON has escaped them, or JSON in JSON. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [secret, escaped(secret), escaped(escaped(secret))]);
  // One can begin with another.
  const all = [...new Set(forms)].filter((form) => form !== '').sort((one, other) => other.length - one.length);
  return (text) => all.reduce((left, secret) => left.replaceAll(secret, '***'), text);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A database's address, taken apart; undefined if it is no URL. One with a user may name no host, as that of a socket. */
export function urlOfAddress(address: string): URL | undefined {
  const text = address.replace('@/', '@x/');
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** An address, and each form of the password in it. */
export function secretsOfAddress(address: string): readonly string[] {
  const url = urlOfAddress(address);
  if (!url) return [address];
  const { password, searchParams } = url;
  return [address, password, decoded(password), searchParams.get('password') ?? ''];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
