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

/** An address, and each form of the password in it. */
export function secretsOfAddress(address: string): readonly string[] {
  if (!URL.canParse(address)) return [address];
  const { password, searchParams } = new URL(address);
  return [address, password, decoded(password), searchParams.get('password') ?? ''];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
