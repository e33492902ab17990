package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MdsSandbox.class)
class DeliveriesTest {
  private static final String ORDER =
      "{\"release_id\":\"rel_seed_05\",\"store_ids\":[\"store_lumenwave\"],\"territory_codes\":[\"US\"]}";

  @Test
  void aRejectedDeliveryHasARejectionCode(MdsSandbox.World world) throws Exception {
    var created = world.call("POST", "/v1/deliveries", ORDER, "X-Sandbox-Scenario", "rejection");
    assertEquals(201, created.statusCode(), created.body());
    world.advance("72h");
    var deliveries = world.call("GET", "/v1/deliveries", null);
    assertTrue(deliveries.body().contains("\"rejection_code\":\"artwork_too_small\""), deliveries.body());
  }

  @Test
  void everyTestHasAWorldOfItsOwn(MdsSandbox.World world) throws Exception {
    assertTrue(world.call("GET", "/v1/deliveries", null).body().startsWith("{\"data\":[]"));
  }
}
