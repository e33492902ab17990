package example;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit 5 extension for mds-sandbox. Copy this file, annotate a test class with {@code @ExtendWith(MdsSandbox.class)}, and
 * give a test a parameter of the type {@link World}.
 *
 * <p>Under {@code mds-sandbox run -- mvn test} it uses that sandbox. Otherwise it starts one with npx.
 */
public class MdsSandbox implements ParameterResolver {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** An isolated world: an account with its own catalogue, clock and webhooks. */
  public record World(String url, String key) {
    /** Calls the API or the control plane. The body is JSON or null. Headers are names and values in turn. */
    public HttpResponse<String> call(String method, String path, String body, String... headers)
        throws IOException, InterruptedException {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(url + path))
              .header("X-API-Key", key)
              .header("Content-Type", "application/json")
              .method(
                  method,
                  body == null
                      ? HttpRequest.BodyPublishers.noBody()
                      : HttpRequest.BodyPublishers.ofString(body));
      if (headers.length > 0) request.headers(headers);
      return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Advances the clock, such as by "72h". Returns when everything that was due has happened. */
    public void advance(String duration) throws IOException, InterruptedException {
      HttpResponse<String> response =
          call("POST", "/_sandbox/clock/advance", "{\"duration\":\"" + duration + "\"}");
      if (response.statusCode() != 200) throw new IllegalStateException(response.body());
    }
  }

  /** One sandbox for all test classes. JUnit closes it at the end of the run. */
  private record Server(String url, Process process) implements ExtensionContext.Store.CloseableResource {
    static Server start() {
      String running = System.getenv("MDS_URL");
      if (running != null) return new Server(running, null);
      try {
        Process process =
            new ProcessBuilder(
                    "npx", "mds-sandbox", "--port", "0", "--json", "--log", "silent", "--clock", "manual",
                    "--exit-with-parent")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
        Matcher url = Pattern.compile("\"url\":\"([^\"]+)\"").matcher(String.valueOf(line));
        if (!url.find()) throw new IllegalStateException("mds-sandbox did not start: " + line);
        return new Server(url.group(1), process);
      } catch (IOException error) {
        throw new IllegalStateException("mds-sandbox can't be started with npx", error);
      }
    }

    @Override
    public void close() throws IOException {
      // The sandbox stops when the pipe to its standard input is closed, also when the JVM is killed.
      if (process != null) process.getOutputStream().close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == World.class;
  }

  /** A world of its own for each test, so that tests can run in parallel. */
  @Override
  public World resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Server server =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.create(MdsSandbox.class))
            .getOrComputeIfAbsent("server", key -> Server.start(), Server.class);
    String test = context.getRequiredTestClass().getSimpleName() + "-" + context.getRequiredTestMethod().getName();
    String name = test.toLowerCase().replaceAll("[^a-z0-9]+", "-");
    World world =
        new World(server.url(), "sk_sandbox_standard_" + name.substring(0, Math.min(60, name.length())));
    try {
      world.call("POST", "/_sandbox/reset", null);
    } catch (IOException | InterruptedException error) {
      throw new IllegalStateException("mds-sandbox does not answer at " + server.url(), error);
    }
    return world;
  }
}
