package example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

@Testcontainers
class DeliveriesTest {
  @Container
  static final GenericContainer<?> SANDBOX =
      new GenericContainer<>(
              DockerImageName.parse(System.getenv().getOrDefault("MDS_IMAGE", "mds-sandbox")))
          .withEnv("MDS_CLOCK", "manual")
          .withEnv("MDS_SCENARIO", "rejection")
          .withExposedPorts(4010)
          .waitingFor(Wait.forHttp("/_sandbox/ready"));

  private static String call(String method, String path, String body) throws Exception {
    String url = "http://" + SANDBOX.getHost() + ":" + SANDBOX.getMappedPort(4010) + path;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header("X-API-Key", "sk_sandbox_standard_deliveries")
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void aRejectedDeliveryHasARejectionCode() throws Exception {
    String order =
        "{\"release_id\":\"rel_seed_05\",\"store_ids\":[\"store_lumenwave\"],\"territory_codes\":[\"US\"]}";
    call("POST", "/v1/deliveries", order);
    call("POST", "/_sandbox/clock/advance", "{\"duration\":\"72h\"}");
    String deliveries = call("GET", "/v1/deliveries", "");
    assertTrue(deliveries.contains("\"rejection_code\":\"artwork_too_small\""), deliveries);
  }
}
